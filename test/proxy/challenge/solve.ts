import assert from 'node:assert/strict';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { AltchaChallenge, type AltchaProof } from '../../../src/contract/index.ts';
import type { AskOptions, Setup } from '../support/setup.ts';

/** Solves a challenge as ALTCHA's own solver does. */
export async function solve(body: unknown): Promise<AltchaProof> {
  const challenge = AltchaChallenge.parse(body);
  const solution = await solveChallenge({ challenge, deriveKey });
  assert.ok(solution);
  const { counter, derivedKey } = solution;
  return { challenge, solution: { counter, derivedKey } };
}

/** Asks for a challenge and solves it. */
export async function proofFor(
  setup: Setup,
  action: string,
  memberId: string,
  headers: NonNullable<AskOptions['headers']> = {},
): Promise<{ altcha: AltchaProof }> {
  const query = memberId && `?memberId=${memberId}`;
  const { status, body } = await setup.ask(`/rewards/actions/${action}/challenge${query}`, { headers });
  assert.equal(status, 200);
  return { altcha: await solve(body) };
}
