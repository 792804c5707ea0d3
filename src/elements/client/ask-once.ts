import type { ApiClient, ApiReply, ClaimSite } from './types.ts';

/** Who asks, and whom. */
export interface Asking {
  readonly api: ApiClient;
  readonly site: Pick<ClaimSite, 'endpoint'>;
}

/** What was asked for a moment ago, by its address; false comes where the caller does not want it any more. */
const asked = new Map<string, Promise<ApiReply | false>>();

/** Asks for a path of the proxy: one request for all that ask for the same at the same moment, as widgets do that are drawn together. Never rejects. */
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
