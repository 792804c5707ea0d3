import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link, ReserveRequest } from '../index.ts';
import { type Bench, grant, reserved } from './bench.ts';
import { DAY, HOUR, NOON, POINTS, request, ROLE } from './requests.ts';

const ONCE = { repeats: 'once' } as const;
const WALLET = '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ANOTHER = { kind: 'linked', family: 'eip155', isOf: 'another-member' };
const HAS_ANOTHER = { kind: 'linked', family: 'eip155', isOf: 'the-member-has-another' };

function link(value = WALLET, change: Partial<Link> = {}): Link {
  return { family: 'eip155', value, isOnly: true, ...change };
}

type Change = Parameters<typeof request>[0];

/** A claim of the member with links; each of an action of its own, so that nothing else is in the way. */
function linking(memberId: string, links: readonly Link[], change: Change = {}): ReserveRequest {
  return request({ memberId, action: `a-${Math.random()}`, rule: ONCE, links, ...change });
}

/** What belongs to one member alone, on every ledger. */
export function linked(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what belongs to one member`, () => {
    it('is theirs from the first claim on, and no other member’s', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()]));
      await grant(ledger, linking('ada', [link()], { now: NOON + 1000 }));
      assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
      assert.equal((await ledger.reserve(linking('ben', [link('0x01')]))).kind, 'reserved');
      assert.equal((await ledger.reserve(linking('ben', [link(WALLET, { family: 'solana' })]))).kind, 'reserved');
      const kept = { family: 'eip155', value: WALLET, memberId: 'ada', usedAt: NOON + 1000 };
      assert.deepEqual(await ledger.links({ memberId: 'ada' }), [kept]);
      const [inFlight] = await ledger.links({ value: '0x01' });
      assert.equal(inFlight?.memberId, 'ben');
      assert.deepEqual(await ledger.links({ value: '0x02' }), []);
    });

    it('is the only one of its kind, where it says so', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()]));
      assert.deepEqual(await ledger.reserve(linking('ada', [link('0x01')])), HAS_ANOTHER);
      assert.equal((await ledger.reserve(linking('ada', [link('0x01', { isOnly: false })]))).kind, 'reserved');
      assert.equal((await ledger.links({ memberId: 'ada' })).length, 2);
    });

    it('takes nothing where it is in the way', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()]));
      const uses = [{ id: 'token', expiresAt: NOON + HOUR }];
      const refused = linking('ben', [link(), link('0x01')], { action: 'tour', uses, caps: { capacity: 1 } });
      assert.deepEqual(await ledger.reserve(refused), ANOTHER);
      assert.equal(await ledger.seatsTaken('tour'), 0);
      assert.deepEqual(await ledger.links({ value: '0x01' }), []);
      const again = linking('ben', [link('0x01')], { action: 'tour', uses });
      assert.equal((await ledger.reserve(again)).kind, 'reserved');
    });

    it('is not said to a member who has claimed already', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()], { action: 'tour' }));
      for (const links of [[link()], [link('0x01')]]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        assert.equal((await ledger.reserve(linking('ada', links, { action: 'tour' }))).kind, 'held');
      }
    });

    it('binds nobody by a claim that came to nothing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      for (const state of ['refused', 'released'] as const) {
        const mistyped = reserved(await ledger.reserve(linking(`not-${state}`, [link()])));
        assert.deepEqual(await ledger.reserve(linking('ada', [link()])), ANOTHER, 'while it is under way');
        await ledger.settle(mistyped.id, 0, { state, evidence: null }, NOON);
        assert.deepEqual(await ledger.links({ value: WALLET }), []);
        assert.equal((await ledger.reserve(linking(`not-${state}`, [link('0x09')]))).kind, 'reserved');
        assert.ok(await ledger.releaseLink(link('0x09')));
      }
      await grant(ledger, linking('ada', [link()]));
      const [kept] = await ledger.links({ value: WALLET });
      assert.equal(kept?.memberId, 'ada');
    });

    it('stays theirs where a later claim with it came to nothing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()]));
      const later = reserved(await ledger.reserve(linking('ada', [link()])));
      await ledger.settle(later.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
    });

    it('stays theirs where an earlier claim with it came to nothing after a later one was made', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const [first, second, third] = [
        reserved(await ledger.reserve(linking('ada', [link()]))),
        reserved(await ledger.reserve(linking('ada', [link()]))),
        reserved(await ledger.reserve(linking('ada', [link()]))),
      ];
      await ledger.settle(second.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      for (const { id } of [first, third]) await ledger.settle(id, 0, { state: 'released', evidence: null }, NOON);
      assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
      assert.deepEqual(await ledger.reserve(linking('ada', [link('0x01')])), HAS_ANOTHER);
      assert.equal((await ledger.links({ memberId: 'ada' })).length, 1);
      await grant(ledger, linking('ada', [link()]));
      assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
    });

    it('is nobody’s where all the claims with it came to nothing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const made = [
        reserved(await ledger.reserve(linking('not-ada', [link()]))),
        reserved(await ledger.reserve(linking('not-ada', [link()]))),
      ];
      for (const { id } of made) {
        assert.deepEqual(await ledger.reserve(linking('ada', [link()])), ANOTHER);
        await ledger.settle(id, 0, { state: 'refused', evidence: null }, NOON);
      }
      assert.equal((await ledger.reserve(linking('ada', [link()]))).kind, 'reserved');
    });

    it('holds for a claim that is taken up again', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = linking('ada', [link()], { action: 'tour', grants: [POINTS, ROLE] });
      const half = reserved(await ledger.reserve(wanted));
      await ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await ledger.send(half.id, 1, wanted));
      await ledger.settle(half.id, 1, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
      assert.deepEqual(await ledger.reserve({ ...wanted, links: [link('0x01')] }), HAS_ANOTHER);
      assert.equal(reserved(await ledger.reserve(wanted)).id, half.id);
    });

    it('can be released, and then be anybody’s', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, linking('ada', [link()]));
      assert.equal(await ledger.releaseLink(link(WALLET, { family: 'solana' })), false);
      assert.equal(await ledger.releaseLink(link()), true);
      assert.equal(await ledger.releaseLink(link()), false);
      await grant(ledger, linking('ben', [link()]));
      assert.deepEqual(await ledger.reserve(linking('ada', [link()])), ANOTHER);
    });

    for (const [name, forget] of [
      ['forgotten', ({ ledger }: Bench) => ledger.forget('ada', NOON + HOUR)],
      ['purged', ({ ledger }: Bench) => ledger.purge({ before: NOON + 3 * DAY, now: NOON + 3 * DAY, limit: 10 })],
    ] as const) {
      it(`is theirs still where they are ${name}, and says neither who nor what`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await grant(ledger, linking('ada', [link()]));
        await forget(bench);
        const [kept, ...more] = await ledger.links({ value: WALLET });
        assert.ok(kept && more.length === 0);
        assert.match(kept.value, /^forgotten:[0-9a-f]{64}$/);
        assert.match(kept.memberId, /^forgotten:[0-9a-f]{64}$/);
        assert.deepEqual(await ledger.links({ memberId: 'ada' }), [kept]);
        assert.deepEqual(await ledger.reserve(linking('ben', [link()])), ANOTHER);
        assert.deepEqual(await ledger.reserve(linking('ada', [link('0x01')])), HAS_ANOTHER);
        await grant(ledger, linking('ada', [link()], { now: NOON + 2 * DAY }));
        const again = { family: 'eip155', value: WALLET, memberId: 'ada', usedAt: NOON + 2 * DAY };
        assert.deepEqual(await ledger.links({ memberId: 'ada' }), [again]);
        await forget(bench);
        assert.ok(await ledger.releaseLink(link()));
        const anew = linking('ben', [link()], { now: NOON + 2 * DAY });
        assert.equal((await ledger.reserve(anew)).kind, 'reserved');
      });
    }

    for (const outcome of ['granted', 'released'] as const) {
      it(`can be forgotten where it was brought back under its pseudonym, beside a claim that was ${outcome}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await using source = await open();
        await grant(ledger, linking('ada', [link()]));
        await ledger.forget('ada', NOON);
        const [hidden] = await ledger.links({ memberId: 'ada' });
        assert.ok(hidden && (await ledger.releaseLink(hidden)));
        const now = NOON + 40 * DAY;
        const shown = linking('ada', [link()], { now });
        const { id } = reserved(await ledger.reserve(shown));
        await ledger.settle(id, 0, { state: outcome, evidence: null }, now);
        const lost = await grant(source.ledger, linking('ada', [link()], { action: 'tour' }));
        const links = [{ ...hidden, isPseudonym: true }];
        await ledger.adopt([{ ...lost, memberId: hidden.memberId, links }], { who: 'Wren', why: 'lost' }, now);
        await ledger.forget('ada', now);
        await ledger.purge({ before: now + 1, now, limit: 10 });
        const [kept, ...more] = await ledger.links({ memberId: 'ada' });
        assert.deepEqual([kept?.value, more], [hidden.value, []]);
        assert.equal((await ledger.reserve(linking('ben', [link()], { now }))).kind, 'linked');
      });
    }

    it('is one member’s, of however many that show it at the same moment', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const rush = Array.from({ length: 100 }, async (_, n) => ledgers[n % 2]?.reserve(linking(`m-${n}`, [link()])));
      const kinds = Map.groupBy(await Promise.all(rush), (made) => made?.kind);
      assert.deepEqual([kinds.get('reserved')?.length, kinds.get('linked')?.length], [1, 99]);
      assert.equal((await bench.ledger.list({})).length, 1);
    });

    it('is one, of however many that a member shows at the same moment', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const rush = Array.from({ length: 40 }, async (_, n) =>
        ledgers[n % 2]?.reserve(linking('ada', [link(`0x${n}`)])),
      );
      const kinds = Map.groupBy(await Promise.all(rush), (made) => made?.kind);
      assert.deepEqual([kinds.get('reserved')?.length, kinds.get('linked')?.length], [1, 39]);
      assert.equal((await bench.ledger.links({ memberId: 'ada' })).length, 1);
    });

    it('goes to nobody else while its member is forgotten for the first time, or crosses with others', async () => {
      await using bench = await open();
      const other = await bench.other();
      await grant(bench.ledger, linking('ada', [link()]));
      const both = [link('0x01', { isOnly: false }), link('0x02', { isOnly: false })];
      const replies = await Promise.all([
        bench.ledger.forget('ada', NOON + HOUR),
        ...Array.from({ length: 20 }, (_, n) => (n % 2 ? other : bench.ledger).reserve(linking(`m-${n}`, [link()]))),
        ...Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? other : bench.ledger).reserve(linking(`b-${n}`, n % 2 ? both : both.toReversed())),
        ),
      ]);
      const kinds = Map.groupBy(replies, (made) => ('kind' in made ? made.kind : 'forgotten'));
      assert.deepEqual([kinds.get('reserved')?.length, kinds.get('linked')?.length], [1, 39]);
    });
  });
}
