import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setUp } from '../support/setup.ts';
import { connectionRefused, grant, reply, roleOnly } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('a claim with several grants', () => {
  it('says what was given when the rest was refused, and gives only the rest the next time', async () => {
    let rolesWork = false;
    const refused = () => reply(200, { code: 5, error: 'missing permissions' });
    await using setup = setUp({ script: roleOnly((call, count) => (rolesWork ? grant(call, count) : refused())) });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 422);
    assert.equal(
      answer.body['detail'],
      "You received 50 points. The community refused the role Attendee: “missing permissions”. Check your member id, or ask the site's owner.",
    );
    rolesWork = true;
    const again = await setup.claim('meetup', MEMBER);
    assert.equal(again.status, 201);
    const paths = setup.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/api/1/points/award', '/api/1/role/assign', '/api/1/role/assign']);
  });

  it('goes on to the role after the points were refused or remained unknown', async () => {
    for (const first of [() => reply(200, { code: 5, error: 'no' }), () => reply(500, '')]) {
      await using setup = setUp({ script: (call, count) => (count === 1 ? first() : grant(call, count)) });
      const answer = await setup.claim('meetup', MEMBER);
      assert.equal(setup.calls.length, 2);
      const [points, role] = (await setup.ledger.list({}))[0]?.grants ?? [];
      assert.equal(role?.state, 'granted');
      assert.equal(answer.status, points?.state === 'unknown' ? 202 : 422);
    }
  });

  it('makes no further call once the service could not be reached', async () => {
    await using setup = setUp({ script: connectionRefused });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.body['code'], 'unreachable');
    assert.ok(setup.calls.every(({ path }) => path.endsWith('/award')));
    const [record] = await setup.ledger.list({});
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['released', 'released'],
    );
    const next = await setup.claim('meetup', MEMBER);
    assert.equal(next.body['code'], 'unreachable');
  });

  it('makes no further call once the key was not accepted', async () => {
    await using setup = setUp({ script: () => reply(401, '') });
    await setup.claim('meetup', MEMBER);
    assert.equal(setup.calls.length, 1);
    const [record] = await setup.ledger.list({});
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['refused', 'released'],
    );
  });

  it('writes nothing for a grant that something else settled meanwhile', async () => {
    await using setup = setUp({
      script: async (call, count) => {
        const [record] = await setup.ledger.list({});
        if (record) await setup.ledger.recover(record.createdAt + 3_600_000);
        return grant(call, count);
      },
    });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 502);
    assert.match(String(answer.body['detail']), /^You received 50 points\. /);
    assert.deepEqual(
      setup.calls.map(({ path }) => path),
      ['/api/1/points/award'],
    );
  });
});
