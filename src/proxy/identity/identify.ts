import type { IdentityMode } from '../../contract/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Identified, Identity } from './identity.ts';
import type { Incoming } from '../http/incoming.ts';

/** What an identity notes on the request that it is asked about. */
interface Noted {
  readonly requestId: string;
  /** `Set-Cookie` headers that go with the answer. */
  readonly cookies: string[];
}

/** Says who the member is, in the way that the action asks for. `memberId` is what the request itself says. */
export type Identify = (
  request: Incoming,
  noted: Noted,
  action: { name: string; identity: IdentityMode },
  memberId?: string,
) => Promise<Identified>;

/** Finds out who members are by the identities that are set up. Why a sign-in does not count is said in the log. */
export function identifyBy(identities: ReadonlyMap<IdentityMode, Identity>, logger: Logger): Identify {
  return async (request, { requestId, cookies }, { name, identity }, memberId) => {
    const known = identities.get(identity);
    if (!known) throw new Error(`action ${name} asks for the identity ${identity}, which is not set up`);
    const identified = await known.identify(request, { action: name, memberId });
    if (identified.setCookie !== undefined) cookies.push(identified.setCookie);
    if ('problem' in identified && identified.refusal !== undefined) {
      logger.info({ requestId, action: name, identity, reason: identified.refusal }, 'a sign-in was not accepted');
    }
    return identified;
  };
}
