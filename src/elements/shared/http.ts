const TIMEOUT_MS = 20_000;

/** What came back; without a `response` nothing did that could be read. */
export interface Answer {
  response?: Response;
  body?: unknown;
}

/** Asks the proxy, once, and waits 20 s at most. A path is one of this page's site, whatever `<base>` may stand in it. Never throws. */
export async function ask(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(URL.parse(url, location.href) ?? url, { cache: 'no-store', ...init, signal });
    return { response, body: await response.json() };
  } catch {
    return {};
  }
}
