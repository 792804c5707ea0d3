import { assert } from '@open-wc/testing';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { AltchaChallenge } from '../../src/contract/challenge.ts';
import { AltchaProof } from '../../src/contract/schemas/challenge.ts';
import { SECRETS } from './challenge.ts';

/** The challenge that the body of a claim shows solved, which ALTCHA's own check holds to be right. */
export async function solvedIn(body: unknown): Promise<AltchaChallenge> {
  const proof = AltchaProof.parse(Object(body).proof?.altcha);
  const { verified } = await verifySolution({ ...proof, deriveKey, ...SECRETS });
  assert.isTrue(verified);
  return proof.challenge;
}
