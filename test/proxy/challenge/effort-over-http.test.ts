import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { AltchaChallenge } from '../../../src/contract/index.ts';
import { MIN_TRIES } from '../../../src/proxy/challenge/effort.ts';
import type { ChallengeConfig } from '../../../src/proxy/challenge/config.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { proofFor } from './solve.ts';

const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r' } as const;

function start(challenge: ChallengeConfig | 'altcha' = 'altcha'): Setup {
  const challengeSecret = 'a secret for challenges that is long enough';
  const setup = setUp({ config: { actions: { daily: { ...daily, challenge } }, challengeSecret } });
  setup.clock.now = Date.now();
  return setup;
}

/** Has each challenge take as many tries as it may, so that how many these are can be seen. */
function drawTheHighest(t: TestContext): void {
  const draw = crypto.getRandomValues.bind(crypto);
  t.mock.method(crypto, 'getRandomValues', (array: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    array instanceof Uint32Array ? array.fill(0xffffffff) : draw(array),
  );
}

/** Asks for a challenge, and says whether it takes that many tries. */
async function takes(setup: Setup, tries: number, clientAddress?: string): Promise<boolean> {
  const path = '/rewards/actions/daily/challenge?memberId=m-1';
  const { body } = await setup.ask(path, clientAddress === undefined ? {} : { clientAddress });
  const { parameters } = AltchaChallenge.parse(body);
  const password = Buffer.alloc(20, Buffer.from(parameters.nonce, 'hex'));
  password.writeUInt32BE(tries - 1, 16);
  const { derivedKey } = await deriveKey(parameters, Buffer.from(parameters.salt, 'hex'), password);
  return Buffer.from(derivedKey).toString('hex').startsWith(parameters.keyPrefix);
}

describe('how much work a proof of work is', () => {
  it('is more for who asks for many of them, and for nobody else', async (t) => {
    drawTheHighest(t);
    await using setup = start({ type: 'altcha', usualPerMinute: 20 });
    const path = '/rewards/actions/daily/challenge?memberId=m-1';
    for (let n = 0; n < 160; n += 1) await setup.ask(path, { clientAddress: '203.0.113.9' });
    assert.ok(await takes(setup, 8 * MIN_TRIES, '203.0.113.9'));
    assert.ok(await takes(setup, MIN_TRIES, '198.51.100.1'));
    assert.ok(await takes(setup, MIN_TRIES));
  });

  it('is no more for anybody where nobody knows who asks for many of them', async (t) => {
    drawTheHighest(t);
    await using setup = start({ type: 'altcha', usualPerMinute: 20 });
    for (let n = 0; n < 30; n += 1) await setup.ask('/rewards/actions/daily/challenge?memberId=m-1');
    for (const from of [undefined, '198.51.100.1']) assert.ok(await takes(setup, MIN_TRIES, from));
  });

  it('is more for everybody where many claims are made', async (t) => {
    drawTheHighest(t);
    await using setup = start({ type: 'altcha', usualPerMinute: 1 });
    for (const memberId of ['m-1', 'm-2']) {
      const proof = await proofFor(setup, 'daily', memberId);
      assert.equal((await setup.claim('daily', { memberId, proof })).status, 201);
      for (let n = 0; n < 5; n += 1) assert.equal((await setup.claim('daily', { memberId, proof })).status, 403);
    }
    assert.ok(await takes(setup, 2 * MIN_TRIES, '198.51.100.1'));
  });
});
