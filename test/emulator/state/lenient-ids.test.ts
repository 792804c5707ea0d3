import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { assign, award, harbour, KEY, MEMBER, memberNow } from '../community.ts';

const FULL_WIDTH = MEMBER.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const MATHEMATICAL = MEMBER.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7f6 + Number(digit)));
const ARABIC = MEMBER.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

/** What Python's `int()` reads as the member's number, or another language in 64 bits. */
const ALIASES = [
  `0${MEMBER}`,
  `000000000000${MEMBER}`,
  '284_915_730_264_819_777',
  `+${MEMBER}`,
  ` ${MEMBER}\n`,
  FULL_WIDTH,
  MATHEMATICAL,
  ARABIC,
  String(BigInt(MEMBER) + 2n ** 64n),
];
const OTHERS = [
  `-${MEMBER}`,
  `${MEMBER}_`,
  `_${MEMBER}`,
  '284__915730264819777',
  `${MEMBER}.0`,
  '2.84e17',
  'x',
  `1${MEMBER}`,
];

describe('a server that reads member ids as numbers', () => {
  const lenient = () => harbour({ servers: [{ ...HARBOUR_LIGHTS, apiKey: KEY, memberIds: 'lenient' }] });

  it('gives to the member whom the number names, and echoes what was sent', async () => {
    const emulator = lenient();
    for (const [n, alias] of ALIASES.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { code, data } = await (await emulator.fetch(award({ user_id: alias }))).json();
      assert.deepEqual([code, data.user_id], [0, alias]);
      assert.equal(memberNow(emulator).points, 340 + 10 * (n + 1));
      // oxlint-disable-next-line no-await-in-loop
      assert.equal((await (await emulator.fetch(assign({ user_id: alias }))).json()).data.user_id, alias);
    }
    assert.equal(emulator.state.servers()[0]?.members.length, HARBOUR_LIGHTS.members?.length);
  });

  it('knows nobody by what is no such number', async () => {
    const emulator = lenient();
    for (const user_id of OTHERS) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await emulator.fetch(award({ user_id }))).status, 404, user_id);
    }
  });

  it('is asked for: others know a member by the very text', async () => {
    const emulator = harbour();
    for (const user_id of ALIASES) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await emulator.fetch(award({ user_id }))).status, 404, user_id);
    }
    assert.equal(memberNow(emulator).points, 340);
  });

  it('makes no second member of one whom it knows, where unknown ones are taken in', async () => {
    const servers = [{ ...HARBOUR_LIGHTS, apiKey: KEY, memberIds: 'lenient' as const }];
    const emulator = harbour({ servers, assumptions: { unknownMember: 'create' } });
    await emulator.fetch(award({ user_id: `0${MEMBER}` }));
    assert.equal(memberNow(emulator).points, 350);
    assert.equal(emulator.state.servers()[0]?.members.length, HARBOUR_LIGHTS.members?.length);
  });
});
