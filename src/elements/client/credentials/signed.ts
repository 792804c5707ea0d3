import type { ClaimFlow } from '../claim-flow.ts';
import type { ApiReply } from '../types.ts';
import { PlainCredentials } from './plain.ts';

/** The site's server signs a token for its signed-in member, which is good for one claim. Nothing is asked of the visitor. */
export class SignedCredentials extends PlainCredentials<ClaimFlow> {
  /** A token that is too old to tell anything is no reason to show nothing. */
  async fetchAction(plain: () => Promise<ApiReply>, signal: AbortSignal): Promise<ApiReply> {
    const headers = await this.claimHeaders();
    if (!headers['authorization'] || signal.aborted) return plain();
    const answer = await this.send(this.flow.actionPath, { signal, headers });
    return answer.response?.ok ? answer : plain();
  }

  /** The first load of all was made before anybody knew that a token would tell more. */
  resume(refresh: () => void): void {
    if (this.flow.state === 'ready') refresh();
  }
}
