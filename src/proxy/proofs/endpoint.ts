import { Permits } from '../../common/permits.ts';
import type { Transport } from '../../service/index.ts';
import { webhookHeaders } from '../alerts/webhook-signature.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { findingIn, orUnavailable } from './answer.ts';
import type { EndpointSettings } from './kinds.ts';
import { type Finding, type Proof, UNAVAILABLE, type VerifyClaim } from './proof.ts';
import { isoTime } from '../../common/iso-time.ts';

export interface EndpointContext {
  transport: Transport;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const MAX_AT_ONCE = 64;
const MAX_REPLY_BYTES = 16 * 1024;
const LIMIT_MS = 15_000;
const OK = 200;

/** An endpoint of the owner's, called with a message that is signed as in Standard Webhooks. Without a valid answer nothing is granted. */
export function endpointProof({ url, secret }: EndpointSettings, context: EndpointContext): Proof {
  const { transport, logger, secrets, now } = context;
  const address = new URL(url);
  const permits = new Permits(MAX_AT_ONCE);

  async function ask({ action, memberId, fields, signal }: VerifyClaim): Promise<Finding> {
    const at = now();
    const data = { action, memberId, fields };
    const body = JSON.stringify({ type: 'claim.verify', timestamp: isoTime(at), data });
    const message = { id: `verify_${crypto.randomUUID()}`, body, at };
    const reply = await transport({
      url: address,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...webhookHeaders(message, [secret].flat()),
      },
      body,
      connectTimeoutMs: LIMIT_MS,
      replyTimeoutMs: LIMIT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      signal,
    });
    if (reply.status !== OK || !reply.complete) throw new TypeError(`it answered ${reply.status}, or was cut off`);
    return orUnavailable(findingIn('http', JSON.parse(reply.body)), (error) =>
      logger.error({ action }, `the answer of the endpoint of actions.${action}.verify ${error}`),
    );
  }

  return async (claim) => {
    if (!(await permits.take())) return UNAVAILABLE;
    try {
      return await ask(claim);
    } catch (error) {
      // The message of a parser may quote what came.
      const reason = error instanceof SyntaxError ? 'its answer is not JSON' : secrets.describe(error).message;
      const details = { action: claim.action, reason, late: claim.signal.aborted };
      logger.error(details, `the endpoint of actions.${claim.action}.verify could not be asked`);
      return UNAVAILABLE;
    } finally {
      permits.giveBack();
    }
  };
}
