import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { echoed, reply, type Script } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };
const WRONG_ROLE = { id: '111111111111111111', name: 'Attendee' };
const RIGHT_ROLE = { id: '222222222222222222', name: 'Attendees' };

type Action = RewardsConfig['actions'][string];

const MEETUP = {
  title: 'Summer meetup',
  repeats: 'once',
  points: 50,
  role: WRONG_ROLE,
  remark: 'Signed up',
  acceptTypedRole: true,
} satisfies Action;

/** The community has only the right role, and gives no more than 100 points. */
const community: Script = (call) => {
  const { role_id: role, points } = call.form;
  if (role === WRONG_ROLE.id || Number(points) > 100) return reply(200, { code: 5, error: 'no such thing' });
  return reply(200, { code: 0, error: '', data: echoed(call), ts: 1 });
};

/** The proxy before and after its owner mended the action, on one ledger. */
async function mended(before: Action, after: Action, config: Partial<RewardsConfig> = {}): Promise<Setup> {
  const ledger = sqliteLedger(':memory:');
  const first = setUp({ script: community, ledger, config: { ...config, actions: { meetup: before } } });
  const refused = await first.claim('meetup', MEMBER);
  assert.equal(refused.status, 422);
  await first.proxy.close();
  return setUp({ script: community, ledger, config: { ...config, actions: { meetup: after } } });
}

const forms = ({ calls }: Setup) => calls.map(({ form: { user_id: _member, ...rest } }) => rest);

describe('a claim that was refused in part, after the owner mended the config', () => {
  it('gets the role that the config names now, and the points no second time', async () => {
    await using setup = await mended(MEETUP, { ...MEETUP, role: RIGHT_ROLE });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(forms(setup), [{ role_id: RIGHT_ROLE.id, remark: 'Signed up' }]);
    assert.deepEqual(answer.body['grants'], [
      { type: 'points', points: 50, remark: 'Signed up' },
      { type: 'role', roleId: RIGHT_ROLE.id, roleName: 'Attendees', remark: 'Signed up' },
    ]);
    assert.equal((await setup.claim('meetup', MEMBER)).body['code'], 'already-claimed');
  });

  it('gets the points and the remark that the config has now', async () => {
    const before = { ...MEETUP, points: 500, role: RIGHT_ROLE };
    await using setup = await mended(before, { ...before, points: 60, remark: 'Came along' });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 201);
    assert.deepEqual(forms(setup), [{ points: '60', remark: 'Came along' }]);
    assert.equal(await setup.ledger.pointsHeld({ action: 'meetup' }), 60);
  });

  it('ends its remark with its own reference, and not with that of another claim', async () => {
    const before = { ...MEETUP, remarkReference: true };
    await using setup = await mended(before, { ...before, role: RIGHT_ROLE });
    const { body } = await setup.claim('meetup', MEMBER);
    assert.deepEqual(forms(setup), [
      { role_id: RIGHT_ROLE.id, remark: `Signed up [${claimReference(String(body['id']))}]` },
    ]);
    assert.equal((await setup.ledger.list({})).length, 1);
  });

  it('gets the points of its own streak', async () => {
    const before: Action = { ...MEETUP, repeats: 'daily', points: [500, 700], role: RIGHT_ROLE };
    await using setup = await mended(before, { ...before, points: [60, 70] });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 201);
    assert.deepEqual(forms(setup), [{ points: '60', remark: 'Signed up' }]);
  });

  it('is whole without what the action gives no more', async () => {
    const { role: _role, ...after } = MEETUP;
    await using setup = await mended(MEETUP, after);
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(answer.body['grants'], [{ type: 'points', points: 50, remark: 'Signed up' }]);
    assert.deepEqual(setup.calls, []);
    assert.equal((await setup.claim('meetup', MEMBER)).body['code'], 'already-claimed');
  });

  it('gets what is missing in the community that the action belongs to now, and its record says so', async () => {
    const service = { baseUrl: 'https://service.example/api', apiKey: 'key-of-one-community-0123' };
    const services = { old: service, new: { ...service, apiKey: 'key-of-the-other-community-0123' } };
    const before = { ...MEETUP, service: 'old' };
    await using setup = await mended(before, { ...before, service: 'new', role: RIGHT_ROLE }, { services });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 201);
    assert.equal(setup.calls[0]?.headers['x-api-key'], 'key-of-the-other-community-0123');
    assert.equal((await setup.ledger.list({}))[0]?.service, 'new');
  });

  it('is charged what it gives now, to budgets that other claims use up meanwhile', async () => {
    const before = { ...MEETUP, points: 500, role: RIGHT_ROLE };
    await using setup = await mended(before, { ...before, points: 60, budget: 100, capacity: 1 });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 201, 'the seat is its own already');
    assert.equal(await setup.ledger.pointsHeld({}), 60);
    assert.equal(await setup.ledger.seatsTaken('meetup'), 1);
  });

  it('says in its history what was put in the place of what', async () => {
    await using setup = await mended(MEETUP, { ...MEETUP, role: RIGHT_ROLE });
    const { body } = await setup.claim('meetup', MEMBER);
    const causes = (await setup.ledger.history(String(body['id']))).map(({ cause }) => cause);
    assert.ok(
      causes.some((cause) => cause.startsWith('reserve: in place of') && cause.includes(WRONG_ROLE.id)),
      causes.join('\n'),
    );
  });
});
