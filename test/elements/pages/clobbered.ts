/** What the page around this one is told in the end. */
export interface Told {
  /** The states of the check-in and the sign-up, when nothing changes any more. */
  states: (string | undefined)[];
  /** Everything that the check-in shows. */
  text: string;
  /** How often each address was asked for, whatever is asked there. */
  asked: Record<string, number>;
  /** Where it was asked for. */
  origins: string[];
  claims: unknown[];
  errors: string[];
}

const STATES = ['loading', 'ready', 'submitting', 'granted', 'failed'];
const PATIENCE_MS = 20_000;

const told: Told = { states: [], text: '', asked: {}, origins: [], claims: [], errors: [] };
// Elements that were posted may have taken the place of what is usually called by its name.
const find = (selector: string): Element | null => Document.prototype.querySelector.call(document, selector);
const inState = (element: Element | null) => STATES.find((state) => element?.matches(`:state(${state})`));
const widgets = () => [find('rewards-checkin'), find('rewards-signup')];

async function until(condition: () => unknown): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

addEventListener('error', ({ message }) => told.errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => told.errors.push(String(reason)));

async function run(): Promise<void> {
  const { FakeProxy, field, json, view } = await import('../fake-proxy.ts');
  const proxy = new FakeProxy();
  proxy.onAction = ({ url }) => json(200, view(url.includes('meetup') ? { fields: [field({ name: 'reset' })] } : {}));
  const fake = window.fetch.bind(window);
  const origins = new Set<string>();
  window.fetch = (input, init) => {
    origins.add(new URL(new Request(input).url).origin);
    return fake(input, init);
  };
  await import('../../../src/elements/define.ts');
  for (const element of widgets()) element?.dispatchEvent(new FocusEvent('focusin'));
  const settled = () => widgets().every((element) => /ready|failed/.test(inState(element) ?? ''));
  await until(settled);
  const checkin = find('rewards-checkin');
  if (inState(checkin) === 'ready') {
    const member = find('rewards-member');
    if (member) Reflect.set(member, 'value', '123456789012345678');
    await Reflect.get(Object(checkin), 'claim').call(checkin);
  } else {
    await until(() => checkin?.shadowRoot?.textContent && proxy.seen.length > 0);
  }
  told.states = widgets().map(inState);
  told.text = checkin?.shadowRoot?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  told.origins = [...origins];
  told.claims = proxy.claims.map(({ body }) => body);
  for (const { method, url } of proxy.seen) {
    const what = `${method} ${url.replace(/\?.*/, '')}`;
    told.asked[what] = (told.asked[what] ?? 0) + 1;
  }
}

await run().catch((error: unknown) => told.errors.push(String(error)));
parent.postMessage(told, location.origin);
