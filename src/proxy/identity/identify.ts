import type { IdentityMode } from '../../contract/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Identified, Identity } from './identity.ts';
import type { Incoming } from '../http/incoming.ts';

/** What an identity may add to the request. */
interface Noted {
  readonly requestId: string;
  /** `Set-Cookie` headers to send with the answer. */
  readonly cookies: string[];
}

/** The action that a member is asked for. */
interface AskingAction {
  name: string;
  identity: IdentityMode;
}

/** Finds out who the member is, in the action's mode. `memberId` is the id in the request. */
export type Identify = (
  request: Incoming,
  noted: Noted,
  action: AskingAction,
  memberId?: string,
) => Promise<Identified>;

/** Finds out who members are, with the identities that are set up. If a sign-in is not accepted, the reason is logged. */
export function identifyBy(identities: ReadonlyMap<IdentityMode, Identity>, logger: Logger): Identify {
  return async (request, noted, action, memberId) => {
    const { name, identity } = action;
    const known = identities.get(identity);
    if (!known) throw new Error(`action ${name} asks for the identity ${identity}, which is not set up`);
    const identified = await known.identify(request, { action: name, memberId });
    if (identified.setCookie !== undefined) noted.cookies.push(identified.setCookie);
    if ('problem' in identified && identified.refusal !== undefined) {
      logRefusal(logger, noted, action, identified.refusal);
    }
    return identified;
  };
}

/** Says in the log why a sign-in is not accepted. */
export function logRefusal(
  logger: Logger,
  { requestId }: Pick<Noted, 'requestId'>,
  { name, identity }: AskingAction,
  reason: string,
): void {
  logger.info({ requestId, action: name, identity, reason }, 'a sign-in was not accepted');
}
