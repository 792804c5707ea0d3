import * as z from 'zod';
import { parseJson } from '../../common/parse-json.ts';
import { checkAnswers } from './check-answers.ts';
import { checkOrigin, preflight } from './check-origin.ts';
import { checkWidgets, isLocal, type Page } from './check-page.ts';
import { checkRefusals } from './check-refusals.ts';
import { type Findings, CHECK_LIMIT_MS } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';

const FOREIGN = 'https://not-on-the-list.example';
/** What no config calls an action, since names have no underscore. */
const NO_ACTION = 'no_such_action';

/** What a proxy that works says of itself. */
const Health = z.object({ status: z.enum(['ok', 'degraded']), problems: z.array(z.string()).default([]) });

/** What one says that does not: of its ledger, or of the path. */
const Refusal = z.object({ status: z.unknown(), code: z.unknown() }).partial();

/** What the config says of the proxy that is asked. */
export interface Expected {
  origins: readonly string[];
  /** Whether it bounds how many requests an address may send. */
  limited: boolean;
  /** The names of its actions, if they are known. */
  actions?: readonly string[] | undefined;
  /** A page of the site, if one is to be looked at. */
  page?: Page | null;
}

/** Asks a running proxy, as a browser on each of the sites would. `mount` is its public address, with the path. */
export async function checkProxy(
  mount: string,
  { origins, limited, actions, page }: Expected,
  findings: Findings,
): Promise<void> {
  const { ok, warn, fail } = findings.of('proxy');
  const [action = NO_ACTION] = actions ?? [];
  const url = URL.parse(mount);
  if (!url || !/^https?:$/.test(url.protocol)) {
    fail(`--url must be the proxy's public address, such as https://rewards.example.org/rewards, not ${mount}`);
    return;
  }
  if (url.protocol === 'http:' && !isLocal(url)) {
    warn(`${mount} has no TLS: what visitors send can be read on the way`);
  }
  const base = mount.replace(/\/+$/, '');
  try {
    const health = await ask(`${base}/health`);
    if (health.status >= 300 && health.status < 400)
      return fail(
        `${base} leads on to ${health.headers.get('location')}, which widgets do not follow with a claim: name that address, with the mount, in endpoint and here`,
      );
    const text = await health.text();
    const { data: said } = Health.safeParse(parseJson(text));
    if (health.status !== 200 || !said)
      return fail(`${base}/health answers ${health.status}: ${adviceFor(health.status, text)}`);
    for (const problem of said.problems) fail(problem);
    if (said.problems.length === 0) ok(`${base} is well`);
    // A request from this very machine is no visitor's.
    if (limited && !isLocal(url) && !health.headers.has('ratelimit')) {
      warn(
        "the proxy does not know the visitor's address, so no limit by address holds: set trustedProxies, or clientAddressHeader; its log says which",
      );
    }
    checkAnswers(health.headers, (await ask(`${base}/health`)).headers, findings);
    const above = `${base}/actions/`;
    await checkRefusals({ missing: above + NO_ACTION, action: above + action }, ask, findings);
    if (page) {
      checkWidgets(page, url, actions, findings);
      const { origin } = page.url;
      if (!origins.includes(origin))
        fail(`origins of the config lacks '${origin}', where ${page.url.href} is: add it, and start the proxy again`);
    }
    for (const origin of new Set([...origins, ...(page ? [page.url.origin] : [])])) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so as not to be taken for an attack
      await checkOrigin({ origin, action: above + action }, ask, findings);
    }
    if ((await preflight(above + action, FOREIGN, ask)).allowed !== null) {
      fail(
        'pages of any site may use it: something in front of it adds Access-Control-Allow-Origin. Leave that to the proxy',
      );
    }
  } catch (error) {
    fail(`${base} cannot be reached: ${messageOf(error)}`);
  }
}

/** What to do about an answer that is not that of a proxy which works. */
function adviceFor(status: number, text: string): string {
  const { data: refusal } = Refusal.safeParse(parseJson(text));
  if (refusal?.status === 'unavailable') return 'it cannot record claims, and its log says why';
  if (refusal?.code === 'not-found')
    return 'a proxy is there, and its mount is another one. If not, what is in front of it changes the path: have it pass the path as it is';
  if (status >= 502 && status <= 504)
    return 'what is in front of the proxy does not reach it. Is it running, is that the port that it listens on, and is it asked in HTTP/1.1 without TLS?';
  // So Node answers what is no HTTP/1.1; web servers and firewalls have a page for what they refuse.
  if (status === 400 && text === '')
    return 'what is in front of the proxy has to ask it in HTTP/1.1, without TLS and without the PROXY protocol (HAProxy: no send-proxy)';
  return "is the path the proxy's mount? If so, see its log";
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
}
