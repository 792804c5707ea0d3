/** Answers what a page, or its worker, asks for below an address. */
export interface InPageRoute {
  /** The address with a slash at its end. */
  below: string;
  answer(request: Request): Promise<Response>;
}

const native = globalThis.fetch;
const routes = new Map<string, InPageRoute>();

/** Has the page itself answer requests below the route's address, instead of an earlier route there. All other requests go to the network. */
export function intercept(route: InPageRoute): void {
  routes.set(route.below, route);
  globalThis.fetch = answerOrFetch;
}

/** Stops answering below the address. */
export function release(below: string): void {
  routes.delete(below);
}

async function answerOrFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { href } = new URL(input instanceof Request ? input.url : input, location.href);
  const route = Array.from(routes.values()).find(({ below }) => href.startsWith(below));
  if (!route) return native(input, init);
  const request = new Request(input, init);
  const { signal } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    route.answer(request).then(resolve, () => reject(new TypeError('Failed to fetch')));
  });
}
