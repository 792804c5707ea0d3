import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Tickets } from '../../../src/proxy/proofs/tickets.ts';
import type { Reply } from '../support/check-reply.ts';
import { BASE, NOON, type Setup } from '../support/setup.ts';
import { connectionRefused } from '../support/transport.ts';
import { provedBy, proving, type VerifyInput } from './proving.ts';

const SECRET = 'the secret of the tests, long enough to be one';
const MINUTE = { type: 'ticket', seconds: 60 } as const;
const DAY_MS = 86_400_000;

interface Reading extends Setup {
  /** Opens the page: the ticket that it is given. */
  open: (action?: string) => Promise<string>;
  /** Claims with a ticket. */
  claimWith: (ticket: unknown, memberId?: string, fields?: object) => Promise<Reply>;
}

function reading(verify: VerifyInput = MINUTE, given: Parameters<typeof proving>[1] = {}): Reading {
  const { config, ...others } = given;
  const setup = proving(verify, { ...others, config: { challengeSecret: SECRET, ...config } });
  return {
    ...setup,
    async open(action = 'tour') {
      const { body } = await setup.ask(`/rewards/actions/${action}`);
      assert.ok(typeof body['ticket'] === 'string', 'there is a ticket');
      return body['ticket'];
    },
    claimWith: (ticket, memberId = 'ann', fields?: object) =>
      setup.claim('tour', {
        memberId,
        ...(fields && { fields }),
        ...(ticket !== undefined && { proof: { ticket } }),
      }),
  };
}

const byProxy = new Tickets({ secret: SECRET, now: () => NOON });

/** What another hand might make of a ticket. */
const withPart = (ticket: string, place: number, change: (part: string) => string): string =>
  ticket
    .split('.')
    .map((part, at) => (at === place ? change(part) : part))
    .join('.');
const turned = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('a ticket of a page', () => {
  it('counts once the page has been open for long enough, and the ledger says since when', async () => {
    await using setup = reading();
    const ticket = await setup.open();
    setup.clock.now += 60_000;
    assert.equal((await setup.claimWith(ticket)).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'ticket', openedAt: new Date(NOON).toISOString() }] });
  });

  it('says until then how long to stay, to the second, and takes no period', async () => {
    await using setup = reading();
    const ticket = await setup.open();
    for (const [open, left, text] of [
      [0, 60, 'another 60 seconds'],
      [18_400, 42, 'another 42 seconds'],
      [59_999, 1, 'another 1 second.'],
    ] as const) {
      setup.clock.now = NOON + open;
      const { status, body, headers } = await setup.claimWith(ticket);
      assert.deepEqual([status, body['code'], body['retryAfter']], [409, 'not-yet', left]);
      assert.equal(headers.get('retry-after'), String(left));
      assert.ok(String(body['detail']).includes(text), String(body['detail']));
    }
    assert.deepEqual(await setup.ledger.list({}), []);
    setup.clock.now = NOON + 60_000;
    assert.equal((await setup.claimWith(ticket)).status, 201);
  });

  it('says so in the owner’s words, in the visitor’s language', async () => {
    await using setup = reading({ ...MINUTE, tooSoon: { en: 'Read on.', de: 'Lies weiter.' } });
    const body = { memberId: 'ann', proof: { ticket: await setup.open() } };
    assert.equal((await setup.claim('tour', body, { 'accept-language': 'de' })).body['reason'], 'Lies weiter.');
  });

  it('is handed out where an action asks for it, and nowhere else', async () => {
    await using setup = reading();
    assert.equal((await setup.ask('/rewards/actions/daily')).body['ticket'], undefined);
    assert.notEqual(await setup.open(), await setup.open());
    const paths = '?path=/actions/tour&path=/actions/daily';
    const { body } = await setup.ask(`/rewards/batch${paths}`);
    const bodies = (body['replies'] as { body: Record<string, unknown> }[]).map((reply) => reply.body);
    assert.deepEqual(
      bodies.map(({ ticket }) => typeof ticket),
      ['string', 'undefined'],
    );
  });

  it('counts for the member, who may sign in after the page was opened', async () => {
    await using setup = reading();
    const { body } = await setup.ask('/rewards/actions/tour?memberId=ann');
    setup.clock.now += 60_000;
    assert.equal((await setup.claimWith(body['ticket'], 'bob')).status, 201);
  });

  it('counts at each server that has the same secret, after a restart as well', async () => {
    await using setup = reading();
    setup.clock.now += 60_000;
    assert.equal((await setup.claimWith(byProxy.issue('tour'))).status, 201);
  });

  const forgeries: [name: string, make: (ticket: string) => unknown][] = [
    ['no ticket', () => undefined],
    ['a text that is none', () => 'since-yesterday'],
    ['one that another secret has signed', () => new Tickets({ secret: 'other', now: () => NOON }).issue('tour')],
    ['one of another action', () => byProxy.issue('daily')],
    ['one that says it is older', (ticket) => withPart(ticket, 1, (time) => String(Number(time) - 3_600_000))],
    ['one whose id was changed, so that it can be used again', (ticket) => withPart(ticket, 0, turned)],
    ['one whose signature was changed', (ticket) => withPart(ticket, 2, turned)],
    ['one without its signature', (ticket) => withPart(ticket, 2, () => '')],
    ['one in capitals', (ticket) => ticket.toUpperCase()],
    ['one with something after it', (ticket) => `${ticket}.0`],
    ['two of them', (ticket) => `${ticket}${byProxy.issue('tour')}`],
    ['one from the day before', () => new Tickets({ secret: SECRET, now: () => NOON + 60_000 - DAY_MS }).issue('tour')],
    ['one from the future', () => new Tickets({ secret: SECRET, now: () => NOON + 3_600_000 }).issue('tour')],
  ];
  for (const [name, make] of forgeries) {
    it(`is refused: ${name}`, async () => {
      await using setup = reading();
      const ticket = make(await setup.open());
      setup.clock.now += 60_000;
      const { status, body } = await setup.claimWith(ticket);
      assert.deepEqual([status, body['code']], [403, 'not-proved']);
      assert.deepEqual(body['errors'], [{ field: 'proof.ticket', message: 'does not count' }]);
      assert.equal(setup.calls.length, 0);
      assert.deepEqual(await setup.ledger.list({}), []);
    });
  }

  for (const ticket of [1, true, null, '', 'a b', 'x'.repeat(257), ['a'], {}]) {
    it(`is no request with ${JSON.stringify(ticket).slice(0, 20)} as a ticket`, async () => {
      await using setup = reading();
      assert.equal((await setup.claimWith(ticket)).status, 400);
    });
  }

  it('is good for one claim: of a hundred members who show the same, one is paid', async () => {
    await using setup = reading();
    const ticket = await setup.open();
    setup.clock.now += 60_000;
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => setup.claimWith(ticket, `m-${n}`)));
    const byStatus = Map.groupBy(answers, ({ status }) => status);
    assert.equal(byStatus.get(201)?.length, 1);
    const refused = byStatus.get(403) ?? [];
    assert.equal(refused.length, 99);
    for (const { body } of refused) {
      assert.equal(body['code'], 'not-proved');
      assert.deepEqual(body['errors'], [{ field: 'proof.ticket', message: 'was used before' }]);
    }
    assert.equal(setup.calls.length, 1);
  });

  it('stays used up until it has expired, in the next period as well', async () => {
    await using setup = reading({ type: 'ticket', seconds: 1 }, { action: { repeats: 'daily' } });
    setup.clock.now = NOON + DAY_MS / 4;
    const ticket = await setup.open();
    setup.clock.now += 1000;
    assert.equal((await setup.claimWith(ticket)).status, 201);
    setup.clock.now += DAY_MS - 2000;
    assert.equal((await setup.claimWith(ticket)).body['code'], 'not-proved');
    assert.equal(setup.calls.length, 1);
  });

  it('is good again where the service could not be reached', async () => {
    await using setup = reading(MINUTE, { script: connectionRefused });
    const ticket = await setup.open();
    setup.clock.now += 60_000;
    assert.equal((await setup.claimWith(ticket)).status, 502);
    assert.equal((await setup.claimWith(ticket, 'bob')).status, 502);
  });

  it('goes with other proofs, and is used once where two of them look at it', async () => {
    const code = { type: 'code', code: 'lantern' } as const;
    await using setup = reading({ all: [code, MINUTE, { type: 'ticket', seconds: 30 }] });
    const ticket = await setup.open();
    assert.equal((await setup.claimWith(ticket, 'ann', { code: 'no' })).body['code'], 'not-proved');
    assert.equal((await setup.claimWith(ticket, 'ann', { code: 'lantern' })).body['code'], 'not-yet');
    setup.clock.now += 60_000;
    assert.equal((await setup.claimWith(ticket, 'ann', { code: 'lantern' })).status, 201);
  });

  it('is not had by a form that a browser sends by itself, which is told why', async () => {
    await using setup = reading();
    const { status, text } = await setup.ask('/rewards/actions/tour/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ memberId: 'ann' }).toString(),
    });
    assert.equal(status, 403);
    assert.match(text, /Turn JavaScript on/);
    assert.doesNotMatch(text, /does not count/);
  });

  it('is kept by nobody on the way, and stands in no log line', async () => {
    await using setup = reading();
    const ticket = await setup.open();
    const reply = await setup.proxy.fetch(new Request(`${BASE}/rewards/actions/tour`));
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    await setup.claimWith(`${ticket}0`);
    setup.clock.now += 60_000;
    await setup.claimWith(ticket);
    const [, , mac = ''] = ticket.split('.');
    assert.ok(!JSON.stringify([setup.logs, await setup.ledger.exportMember('ann')]).includes(mac));
  });

  it('of a process that made its secret up says so once', async () => {
    await using setup = proving({ all: [MINUTE, MINUTE] });
    await setup.ask('/rewards/actions/tour');
    await setup.ask('/rewards/actions/tour');
    assert.equal(setup.logs.filter(({ message }) => message.includes('REWARDS_CHALLENGE_SECRET')).length, 1);
  });
});
