import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { json } from './fake-proxy.ts';

export const SECRETS = { hmacSignatureSecret: 'of the test', hmacKeySignatureSecret: 'of its keys' };

/** What an action says that asks for a proof of work. */
export const ALTCHA = { type: 'altcha', endpoint: '/actions/daily/challenge' };

/** A proof of work as the proxy hands it out, which takes so many tries. */
export async function challenge(counter = 20): Promise<Response> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    data: { for: '0'.repeat(64) },
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + 300,
    ...SECRETS,
  });
  return json(200, made);
}
