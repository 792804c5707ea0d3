import { type Directive, isAllowed, policiesOf, type Policy } from './page-policies.ts';
import { type Findings, CHECK_LIMIT_MS } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';

const LARGEST_BYTES = 4 * 1024 * 1024;
const TAG = /<rewards-(?:checkin|signup|role|onchain)(?=[\s/>])[^>]*>/gi;
/** The file of an element, or of all of them, as it is called where no bundler has made one of many. */
const SCRIPT =
  /<script\b[^>]*\ssrc=["']?([^"'\s>]*\/?rewards-(?:checkin|elements|member|onchain|role|signup)(?:\.dev)?\.js)\b/gi;

/** Where a page is in the end, and its widgets, as far as its HTML says. */
export interface Page {
  url: URL;
  widgets: Widget[];
}

/** Where a widget asks, and for which action; null if its tag names none, which a script may do. */
interface Widget {
  endpoint: URL;
  action: string | null;
}

/** Fetches a page of the site as a browser would, redirects and all. Null, with a finding that says why, where that fails. */
export async function fetchPage(address: string, findings: Findings): Promise<Page | null> {
  const { ok, warn, fail } = findings.of('page');
  const given = URL.parse(address);
  if (!given || !/^https?:$/.test(given.protocol)) {
    fail(`--page must be the address of a page with a widget, such as https://www.example.org/, not ${address}`);
    return null;
  }
  try {
    const response = await fetch(given, { signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
    if (!response.ok) {
      fail(`${address} answers ${response.status}`);
      return null;
    }
    const url = new URL(response.url);
    if (url.origin !== given.origin)
      warn(`${given.origin} leads to ${url.origin}: that is what visitors' browsers send`);
    const html = (await response.text()).slice(0, LARGEST_BYTES);
    const tags = html.match(TAG) ?? [];
    if (tags.length > 0) ok(`${url.href} has ${tags.length === 1 ? 'a widget' : `${tags.length} widgets`}`);
    else warn(`${url.href} has no widget in its HTML: a script may still make one`);
    const widgets = tags.flatMap((tag) => widgetOf(tag, url) ?? []);
    const scripts = [...html.matchAll(SCRIPT)].flatMap(([, source = '']) => URL.parse(source, url) ?? []);
    const asked = widgets.flatMap(({ endpoint }) => URL.parse(`${plain(endpoint)}/batch`) ?? []);
    const blocked = policiesOf(response.headers.get('content-security-policy'), html).flatMap((policy) => [
      ...blockedBy(policy, 'script-src', scripts, url),
      ...blockedBy(policy, 'connect-src', asked, url),
      ...(tags.length > 0 ? missingOf(policy, scripts.length, url) : []),
    ]);
    for (const text of new Set(blocked)) fail(text);
    return { url, widgets };
  } catch (error) {
    fail(`${address} cannot be reached: ${messageOf(error)}`);
    return null;
  }
}

/** What a policy of the page keeps from a widget, in words. */
function blockedBy(policy: Policy, directive: Directive, addresses: readonly URL[], page: URL): string[] {
  return addresses
    .filter((address) => !isAllowed(policy, directive, address, page))
    .map((address) => {
      const source = address.origin === page.origin ? "'self'" : address.origin;
      return `the content security policy of ${page.href} blocks ${address.href}: add ${source} to its ${directive}`;
    });
}

/** What the elements, in so many scripts, need of trusted types where the page names the policies that may be made. */
function missingOf(policy: Policy, scripts: number, page: URL): string[] {
  const names = policy.get('trusted-types');
  if (!names) return [];
  const needed = scripts > 1 ? ['lit-html', "'allow-duplicates'"] : ['lit-html'];
  return needed
    .filter((name) => !names.includes(name) && !(name === 'lit-html' && names.includes('*')))
    .map(
      (name) =>
        `the content security policy of ${page.href} keeps the elements from starting: add ${name} to its trusted-types`,
    );
}

function widgetOf(tag: string, page: URL): Widget | null {
  const endpoint = URL.parse(attributeOf(tag, 'endpoint') ?? '/rewards', page);
  return endpoint && { endpoint, action: attributeOf(tag, 'action') || null };
}

function attributeOf(tag: string, name: 'action' | 'endpoint'): string | undefined {
  const [, quoted, single, bare] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag) ?? [];
  return quoted ?? single ?? bare;
}

/** Whether the page's widgets ask this proxy, in a way that browsers let them, and for what it has: `actions` of the config, if they are known. */
export function checkWidgets(
  { url, widgets }: Page,
  mount: URL,
  actions: readonly string[] | undefined,
  findings: Findings,
): void {
  const { ok, fail } = findings.of('page');
  for (const { endpoint, action } of widgets) {
    if (url.protocol === 'https:' && endpoint.protocol === 'http:' && !isLocal(endpoint))
      fail(`${url.href} has TLS and its widget's endpoint ${endpoint.href} has none: browsers do not let it ask there`);
    else if (isLocal(endpoint) && !isLocal(url))
      fail(`the widget's endpoint ${endpoint.href} is each visitor's own machine: give the proxy's public address`);
    else if (plain(endpoint) !== plain(mount))
      fail(`the widget's endpoint is ${plain(endpoint)}, and this proxy is at ${plain(mount)}: set endpoint to that`);
    else if (action !== null && actions?.includes(action) === false)
      fail(`the config has no action '${action}', which its widget names: add it, or correct the attribute action`);
    else ok(`its widget asks ${plain(endpoint)}`);
  }
}

/** The address without slashes at its end. */
function plain({ href }: URL): string {
  return href.replace(/\/+$/, '');
}

export function isLocal({ hostname }: URL): boolean {
  return /^(localhost$|127\.|\[::1\])/.test(hostname);
}
