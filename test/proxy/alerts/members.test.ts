import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import type { AlertEvent } from '../../../src/proxy/alerts/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { type Setup, setUp, SHORT_IDS } from '../support/setup.ts';
import { reply, roleOnly } from '../support/transport.ts';

const MALLORY = { memberId: 'mallory' };
const ALICE = { memberId: 'alice' };
const KEY = { 'idempotency-key': 'press-1' };
const SECRET = 'a secret of thirty-two bytes or more';

const code = ({ body }: Reply): unknown => body['code'] ?? body['status'];

/** A site whose block list can be changed while it runs. */
function changing(config: Partial<RewardsConfig> = {}): { setup: Setup; blocked: Set<string> } {
  const blocked = new Set<string>();
  const members = { block: (id: string) => blocked.has(id) };
  return { setup: setUp({ config: { members, ...config } }), blocked };
}

describe('a blocked member', () => {
  it('is refused without a call or a record, and others are not', async () => {
    await using setup = setUp({ config: { members: { block: ['mallory'] } } });
    const refused = await setup.claim('daily', MALLORY, KEY);
    assert.deepEqual([refused.status, code(refused)], [422, 'refused']);
    assert.equal(
      refused.body['detail'],
      "The site does not take requests for this member id. Check your member id, or ask the site's owner.",
    );
    assert.deepEqual([setup.calls.length, (await setup.ledger.list({})).length], [0, 0]);
    assert.equal(code(await setup.claim('daily', ALICE)), 'granted');
  });

  it('may use the same idempotency key once they are not blocked any more', async () => {
    const { setup, blocked } = changing();
    await using _ = setup;
    blocked.add('mallory');
    assert.equal(code(await setup.claim('daily', MALLORY, KEY)), 'refused');
    blocked.clear();
    assert.equal(code(await setup.claim('daily', MALLORY, KEY)), 'granted');
    assert.equal(setup.calls.length, 1);
  });

  it('gets what was answered before again, under the same idempotency key', async () => {
    const { setup, blocked } = changing();
    await using _ = setup;
    const first = await setup.claim('daily', MALLORY, KEY);
    blocked.add('mallory');
    const again = await setup.claim('daily', MALLORY, KEY);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(code(await setup.claim('daily', MALLORY)), 'refused');
    assert.equal(code(await setup.claim('daily', MALLORY, { 'idempotency-key': 'press-2' })), 'refused');
    assert.equal(setup.calls.length, 1);
  });

  it('is not given the rest of a claim of which a part was granted', async () => {
    const blocked = new Set<string>();
    let works = false;
    await using setup = setUp({
      config: { members: { block: (id) => blocked.has(id) } },
      script: roleOnly((call) => reply(works ? 200 : 422, { code: works ? 0 : 1, error: '', data: call.form })),
    });
    await setup.claim('meetup', MALLORY);
    works = true;
    blocked.add('mallory');
    assert.equal(code(await setup.claim('meetup', MALLORY)), 'refused');
    assert.equal(setup.calls.length, 2);
    blocked.clear();
    assert.equal(code(await setup.claim('meetup', MALLORY)), 'granted');
  });

  it('can still see what became of a claim made before', async () => {
    const { setup, blocked } = changing();
    await using _ = setup;
    const { body } = await setup.claim('daily', MALLORY);
    blocked.add('mallory');
    assert.equal((await setup.ask(`/rewards/claims/${String(body['id'])}`)).body['status'], 'granted');
  });

  it('does not use up a signed token', async () => {
    const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r', identity: 'signed' } as const;
    const { setup, blocked } = changing({ actions: { daily }, memberTokens: { secrets: [SECRET] } });
    await using _ = setup;
    setup.clock.now = Date.now();
    const headers = {
      authorization: `Bearer ${await signMemberToken({ memberId: 'mallory', secret: SECRET, memberIds: { pattern: SHORT_IDS } })}`,
    };
    blocked.add('mallory');
    assert.equal(code(await setup.claim('daily', {}, headers)), 'refused');
    blocked.clear();
    assert.equal(code(await setup.claim('daily', {}, headers)), 'granted');
  });
});

describe('an allow list', () => {
  it('lets nobody else claim, and the block list counts for more', async () => {
    await using setup = setUp({ config: { members: { allow: ['alice', 'mallory'], block: ['mallory'] } } });
    assert.equal(code(await setup.claim('daily', ALICE)), 'granted');
    assert.equal(code(await setup.claim('daily', MALLORY)), 'refused');
    assert.equal(code(await setup.claim('daily', { memberId: 'bob' })), 'refused');
    assert.equal(setup.calls.length, 1);
  });

  it('that fails is an outage, in which nobody is given anything', async () => {
    const allow = (): never => {
      throw new Error('the list is gone');
    };
    await using setup = setUp({ config: { members: { allow } } });
    assert.equal((await setup.claim('daily', ALICE)).status, 500);
    assert.equal(setup.calls.length, 0);
    assert.match(JSON.stringify(setup.logs), /the list is gone/);
  });
});

describe('a dry run', () => {
  it('says whom it would turn away, and turns nobody away', async () => {
    const events: AlertEvent[] = [];
    await using setup = setUp({
      config: {
        members: { block: ['mallory'] },
        abuse: { dryRun: true },
        onAlert: (event) => void events.push(event),
      },
    });
    const { headers } = await setup.claim('daily', MALLORY);
    assert.equal(setup.calls.length, 1);
    const [line] = setup.logs.filter(({ message }) => message === 'dry run: this member would be refused');
    assert.equal(line?.['requestId'], headers.get('x-request-id'));
    assert.deepEqual([line?.['action'], line?.['list']], ['daily', 'block']);
    assert.deepEqual(
      events.map((event) => [event.kind, 'dryRun' in event && event.dryRun]),
      [['blocked-member', true]],
    );
  });
});

describe('the name of a member in logs and events', () => {
  async function namesIn(config: Partial<RewardsConfig>): Promise<unknown[]> {
    const names: unknown[] = [];
    const onAlert = (event: AlertEvent) => void names.push('member' in event && event.member);
    await using setup = setUp({ config: { members: { block: ['mallory', 'mallet'] }, onAlert, ...config } });
    for (const memberId of ['mallory', 'mallet']) await setup.claim('daily', { memberId });
    const logged = setup.logs.filter(({ message }) => message === 'a member was turned away');
    assert.deepEqual(
      logged.map(({ member }) => member),
      names,
    );
    return names;
  }

  it('is a hash that differs from member to member, and from one start to the next', async () => {
    const names = [...(await namesIn({})), ...(await namesIn({}))];
    assert.ok(
      names.every((name) => /^[0-9a-f]{16}$/.test(String(name))),
      String(names),
    );
    assert.equal(new Set(names).size, 4);
  });

  it('is the id where the owner wants so', async () => {
    assert.deepEqual(await namesIn({ abuse: { memberIds: true } }), ['mallory', 'mallet']);
  });
});
