import type { ClaimFlow } from '../claim-flow.ts';
import type { ApiReply } from '../types.ts';
import { PlainCredentials } from './plain.ts';

/** The site's server signs a token for its signed-in member, which is valid for one claim. The visitor is asked nothing. */
export class SignedCredentials extends PlainCredentials<ClaimFlow> {
  /** If the token is too old, the action is still shown, without the member's standing. */
  async fetchAction(plain: () => Promise<ApiReply>, signal: AbortSignal): Promise<ApiReply> {
    const headers = await this.claimHeaders();
    if (!headers['authorization'] || signal.aborted) return plain();
    const answer = await this.send(this.flow.actionPath, { signal, headers });
    return answer.response?.ok ? answer : plain();
  }

  /** The very first load was made before it was known that a token would tell more. */
  resume(refresh: () => void): void {
    if (this.flow.state === 'ready') refresh();
  }
}
