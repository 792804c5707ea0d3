import type { AltchaChallenge, AltchaProof, ChallengeView } from '../../../contract/challenge.ts';
import { readAltchaChallenge } from '../../../contract/read-challenge.ts';
import { failureOf } from '../failure.ts';
import { type Solver, UNSOLVED } from './solver.ts';

/** How many keys are derived at the same time, which hides the overhead of the browser's threads. */
const AT_ONCE = 8;
/** Ten times the most that a proxy asks for. */
const MAX_TRIES = 80_000;

/**
 * Fetches a proof of work and solves it. The browser derives keys on its own threads. So the page stays responsive without a worker, which many
 * pages' policies would forbid. This only works on https and localhost.
 */
export const solveAltcha: Solver<ChallengeView & { type: 'altcha' }> = async (flow, _hooks, view, memberId, signal) => {
  const query = memberId && `?memberId=${encodeURIComponent(memberId)}`;
  const headers = (await flow.api.claimHeaders?.()) ?? {};
  const answer = await flow.api.send(view.endpoint + query, { headers, signal });
  const challenge = answer.response?.ok ? readAltchaChallenge(answer.body) : undefined;
  if (!challenge) return { failure: failureOf(answer) };
  try {
    const solution = await work(challenge, signal);
    return solution ? { proof: { altcha: { challenge, solution } } } : UNSOLVED;
  } catch (error) {
    reportError(error);
    return UNSOLVED;
  }
};

async function work(
  { parameters }: AltchaChallenge,
  signal: AbortSignal,
): Promise<AltchaProof['solution'] | undefined> {
  const derive = deriver(parameters);
  for (let from = 0; from < MAX_TRIES && !signal.aborted; from += AT_ONCE) {
    const counters = Array.from({ length: AT_ONCE }, (_, at) => from + at);
    // oxlint-disable-next-line no-await-in-loop -- the next ones are in vain where one of these is it
    const keys = await Promise.all(counters.map(derive));
    const found = keys.findIndex((key) => key.startsWith(parameters.keyPrefix));
    const derivedKey = keys[found];
    if (derivedKey) return { counter: from + found, derivedKey };
  }
  return undefined;
}

/** The key of a counter, in hexadecimal. */
function deriver({
  cost,
  keyLength,
  nonce,
  salt,
}: AltchaChallenge['parameters']): (counter: number) => Promise<string> {
  const { subtle } = crypto;
  if (!isSecureContext) throw new Error('the check for robots needs a page that is served over https');
  const start = bytesOf(nonce);
  const settings = { name: 'PBKDF2', hash: 'SHA-256', iterations: cost, salt: bytesOf(salt) };
  return async (counter) => {
    const password = new Uint8Array([...start, ...new Uint8Array(4)]);
    new DataView(password.buffer).setUint32(start.length, counter);
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const bits = await subtle.deriveBits(settings, key, keyLength * 8);
    return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
