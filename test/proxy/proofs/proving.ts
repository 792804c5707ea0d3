import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { setUp, type Setup } from '../support/setup.ts';

type ActionInput = RewardsConfig['actions'][string];
export type VerifyInput = NonNullable<ActionInput['verify']>;

/** A proxy with an action `tour` that asks for that, beside the usual ones. */
export function proving(
  verify: VerifyInput,
  { action = {}, ...given }: { action?: Partial<ActionInput> } & Parameters<typeof setUp>[0] = {},
): Setup & { tour: (fields?: object, memberId?: string, headers?: Record<string, string>) => Promise<Reply> } {
  const setup = setUp({
    ...given,
    config: {
      ...given.config,
      actions: {
        daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' },
        tour: { title: 'Tour', repeats: 'once', points: 5, remark: 'Tour', verify, ...action },
        ...given.config?.actions,
      },
    },
  });
  return {
    ...setup,
    tour: (fields, memberId = 'ann', headers = {}) =>
      setup.claim('tour', { memberId, ...(fields && { fields }) }, headers),
  };
}

/** What the ledger keeps of what was proved for the member's claim. */
export async function provedBy({ ledger }: Setup, memberId = 'ann'): Promise<unknown> {
  const [claim] = await ledger.list({ memberId, action: 'tour' });
  assert.ok(claim, 'there is a claim');
  const history = await ledger.history(claim.id);
  return history[0]?.evidence;
}

/** Fields and members that the proof does not take: each is refused, nothing is sent, and nothing is recorded. */
export function refusesAll(
  verify: VerifyInput,
  forgeries: readonly [name: string, fields?: object | undefined, memberId?: string][],
): void {
  assert.ok(forgeries.length >= 5);
  for (const [name, fields, memberId] of forgeries) {
    it(`refuses ${name}`, async () => {
      await using setup = proving(verify);
      const { status, body } = await setup.tour(fields, memberId);
      assert.ok(body['code'] === 'not-proved' || body['code'] === 'invalid-request', String(body['code']));
      assert.ok(status === 403 || status === 400);
      assert.equal(setup.calls.length, 0);
      assert.deepEqual(await setup.ledger.list({}), []);
    });
  }
}
