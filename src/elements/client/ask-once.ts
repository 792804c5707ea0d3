import type { ApiClient, ApiReply, ClaimSite } from './types.ts';

/** Who asks, and which site. */
export interface Asking {
  readonly api: ApiClient;
  readonly site: Pick<ClaimSite, 'endpoint'>;
}

/** Requests of a moment ago, by address. The result is false if the first caller no longer wants it. */
const asked = new Map<string, Promise<ApiReply | false>>();

/**
 * Requests a path of the proxy. Several callers that request the same path at the same moment, such as widgets that are drawn together, share one
 * request. Never rejects.
 */
export async function askOnce({ api, site }: Asking, path: string, signal: AbortSignal): Promise<ApiReply> {
  const address = site.endpoint + path;
  const asking = asked.get(address);
  const shared = asking && (await asking);
  if (shared) return shared;
  const answer = api.send(path, { signal });
  asked.set(
    address,
    answer.then((own) => !signal.aborted && own),
  );
  queueMicrotask(() => asked.clear());
  return answer;
}
