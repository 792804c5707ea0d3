import { utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidRequest, RequestProblem } from '../http/problem.ts';
import { parseJson, readBody } from '../http/request-body.ts';
import type { SourceSettings } from './config.ts';
import { areSame, macOf } from './hmac.ts';
import { type ShownSignatures, SIGNATURE_FORMS } from './signatures.ts';
import type { Incoming } from '../http/incoming.ts';

/** These bodies are larger than those of widgets: GitHub's and Shopify's often have a hundred KiB. */
const MAX_BYTES = 512 * 1024;
const MAX_DEPTH = 64;

/** The body of a message with a valid signature, as bytes and as JSON. */
export interface Verified {
  bytes: Uint8Array;
  body: unknown;
}

/**
 * Reads the body of a message that was signed with one of the source's secrets, and recently if its form contains a time. Throws `RequestProblem` if
 * it was not. `now` is in epoch milliseconds.
 */
export async function readVerified(
  request: Incoming,
  { signature, secret, toleranceSeconds }: SourceSettings,
  now: number,
): Promise<Uint8Array> {
  const form = SIGNATURE_FORMS[signature];
  const shown = form.read(request.headers);
  if ('error' in shown) throw refusal(shown.error);
  const { timestamp } = shown;
  if (timestamp !== undefined && Math.abs(now / 1000 - timestamp) > toleranceSeconds) throw refusal(WRONG_TIME);
  const bytes = await readBody(request, MAX_BYTES);
  const keys = [secret].flat().map((text) => form.keyOf(text));
  if (!isSigned(shown, bytes, keys)) throw refusal(WRONG_SIGNATURE);
  return bytes;
}

/** The content of such a message. Throws `RequestProblem` if it is not JSON. */
export function parseVerified(bytes: Uint8Array): Verified {
  return { bytes, body: parseJson(bytes, MAX_DEPTH) };
}

const WRONG_TIME =
  "The message was not signed lately. If it was, one of the two clocks is wrong: the sender's, or this server's.";

const WRONG_SIGNATURE =
  'The signature does not hold: the message was changed on the way, or signed with another secret than the config has for this source.';

function refusal(detail: string): RequestProblem {
  return new RequestProblem(invalidRequest(detail));
}

/** Every key is tried with every signature, so that the time does not reveal which one is valid. */
function isSigned({ signatures, before }: ShownSignatures, body: Uint8Array, keys: readonly Uint8Array[]): boolean {
  const parts = [utf8ToBytes(before), body];
  const matches = keys.map((key) => {
    const mac = macOf(key, parts);
    return signatures.map((signature) => areSame(signature, mac)).includes(true);
  });
  return matches.includes(true);
}
