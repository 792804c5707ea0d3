import { assert } from '@open-wc/testing';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { AltchaChallenge } from '../../src/contract/challenge.ts';
import { AltchaProof } from '../../src/contract/challenge.ts';
import { json } from './fake-proxy.ts';

const hmacSignatureSecret = 'of the test';
const hmacKeySignatureSecret = 'of its keys';

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
    hmacSignatureSecret,
    hmacKeySignatureSecret,
  });
  return json(200, made);
}

/** The challenge that the body of a claim shows solved, which ALTCHA's own check holds to be right. */
export async function solvedIn(body: unknown): Promise<AltchaChallenge> {
  const proof = AltchaProof.parse(Object(body).proof?.altcha);
  const { verified } = await verifySolution({ ...proof, deriveKey, hmacSignatureSecret, hmacKeySignatureSecret });
  assert.isTrue(verified);
  return proof.challenge;
}
