import { AltchaChallenge } from '../../contract/index.ts';
import { fingerprint } from '../../common/fingerprint.ts';
import { type Challenge, failed, FAILED, MISSING, USED } from './challenge.ts';
import type { Effort } from './effort.ts';

/** Rounds of one try. They determine what it costs the server to make a challenge: about a third of a millisecond. */
const COST = 1000;
const LIFE_S = 300;

/** Loaded with the first challenge: most sites have none. */
async function loadAltcha() {
  const [altcha, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]);
  return { ...altcha, deriveKey };
}

export interface AltchaSettings {
  action: string;
  secret: string;
  effort: Effort;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * A proof of work for one member and action, valid for one claim within five minutes.
 *
 * Decisions. The server chooses the counter that has to be found. So the work has an end, and to check a solution takes one hash, because the
 * counter's key is signed in the challenge. PBKDF2 is used because browsers have it built in: it runs outside the page's own thread without a worker,
 * which many pages' policies forbid, and is nearly as fast as an attacker's program on the same machine.
 */
export function altchaChallenge({ action, secret, effort, now }: AltchaSettings): Challenge {
  const secrets = {
    hmacSignatureSecret: fingerprint(['challenge', secret]),
    hmacKeySignatureSecret: fingerprint(['solution', secret]),
  };
  const purpose = (memberId: string): string => fingerprint([action, memberId]);

  return {
    async issue(memberId, client) {
      const { createChallenge, deriveKey, randomInt } = await loadAltcha();
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(effort.next(client) - 1, 0),
        data: { for: purpose(memberId) },
        deriveKey,
        expiresAt: Math.floor(now() / 1000) + LIFE_S,
        ...secrets,
      });
      return AltchaChallenge.parse(challenge);
    },
    claimed: () => effort.claimed(),
    async check({ memberId, proof }) {
      if (!proof?.altcha) return failed(MISSING);
      const { challenge, solution } = proof.altcha;
      const { deriveKey, verifySolution } = await loadAltcha();
      const { data, expiresAt, nonce } = challenge.parameters;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      const expiresAtMs = expiresAt * 1000;
      if (!verified || expiresAtMs <= now() || data.for !== purpose(memberId)) return failed(FAILED);
      return { singleUse: { id: `altcha ${nonce}`, expiresAt: expiresAtMs, ifUsed: USED } };
    },
  };
}
