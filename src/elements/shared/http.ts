const TIMEOUT_MS = 20_000;

/** What came back. Without a `body` nothing did that could be read; `requestId` is what the proxy's log calls the request. */
export interface Answer {
  ok: boolean;
  body?: unknown;
  requestId?: string | null;
}

/** Asks the proxy, once, and waits 20 s at most. Never throws. */
export async function ask(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { cache: 'no-store', ...init, signal });
    const requestId = response.headers.get('x-request-id');
    return { ok: response.ok, requestId, body: await response.json() };
  } catch {
    return { ok: false };
  }
}
