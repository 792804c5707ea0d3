import { type Findings, LIMIT_MS, messageOf } from './finding.ts';

const FOREIGN = 'https://not-on-the-list.example';

/** Asks a running proxy, as a browser on each of the sites would. `mount` is its public address, with the path. */
export async function checkProxy(mount: string, origins: readonly string[], findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of('proxy');
  const url = URL.parse(mount);
  if (!url || !/^https?:$/.test(url.protocol)) {
    fail(`--url must be the proxy's public address, such as https://rewards.example.org/rewards, not ${mount}`);
    return;
  }
  if (url.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname)) {
    warn(`${mount} has no TLS: what visitors send can be read on the way`);
  }
  const base = mount.replace(/\/+$/, '');
  try {
    const health = await ask(`${base}/health`);
    const body: unknown = await health.json().catch(() => null);
    const well = health.status === 200 && JSON.stringify(body) === '{"status":"ok"}';
    if (!well)
      return fail(`${base}/health answers ${health.status}: is the path the proxy's mount? If so, see its log`);
    ok(`${base} is well`);
    for (const origin of origins) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so as not to be taken for an attack
      const allowed = await allowedOrigin(base, origin);
      if (allowed === origin) ok(`pages of ${origin} may use it`);
      else
        fail(
          `pages of ${origin} may not use it: is that the config that it runs with, or does something in front of it take headers away?`,
        );
    }
    if ((await allowedOrigin(base, FOREIGN)) !== null) {
      fail(
        'pages of any site may use it: something in front of it adds Access-Control-Allow-Origin. Leave that to the proxy',
      );
    }
  } catch (error) {
    fail(`${base} cannot be reached: ${messageOf(error)}`);
  }
}

/** What a preflight from the origin is answered. */
async function allowedOrigin(base: string, origin: string): Promise<string | null> {
  const response = await ask(`${base}/actions/any/claims`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  await response.body?.cancel();
  return response.headers.get('access-control-allow-origin');
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
}
