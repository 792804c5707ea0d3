import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AwardEcho, Envelope, RoleEcho } from '../../../src/service/wire.ts';
import { BODIES_OF_ENGINES } from '../../support/http/engine-bodies.ts';
import { ASSIGNMENT, assign, AWARD, award, harbour, KEY, MEMBER, memberNow, ROLE, SERVER } from '../community.ts';

const TS = 1_795_176_000;

describe('the service API of the emulator', () => {
  it('awards points and answers with the documented envelope, byte for byte', async () => {
    const emulator = harbour();
    const response = await emulator.fetch(
      new Request('http://emulator.test/1/points/award', {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'x-api-key': KEY,
        },
        body: `user_id=${MEMBER}&points=10&remark=Daily+check-in`,
      }),
    );
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(
      await response.text(),
      `{"code":0,"error":"","data":{"user_id":"${MEMBER}","points":10,"remark":"Daily check-in"},"ts":${TS}}`,
    );
    assert.equal(memberNow(emulator).points, 350);
  });

  for (const [engine, limit] of Object.entries(BODIES_OF_ENGINES)) {
    it(`reads a call in ${engine}`, async () => {
      const emulator = harbour();
      const request = award();
      limit(request);
      assert.equal((await emulator.fetch(request)).status, 200);
      assert.equal(memberNow(emulator).points, 350);
    });
  }

  it('assigns a role and answers with the documented envelope, byte for byte', async () => {
    const emulator = harbour();
    const response = await emulator.fetch(assign());
    assert.equal(response.status, 200);
    assert.equal(
      await response.text(),
      `{"code":0,"error":"","data":{"user_id":"${MEMBER}","role_id":"${ROLE}","remark":"Signed up"},"ts":${TS}}`,
    );
    assert.deepEqual(memberNow(emulator).roles, ['1172401938465029173', ROLE]);
  });

  it('answers in the form that the wire schemas describe', async () => {
    const emulator = harbour();
    const awarded = Envelope.parse(await (await emulator.fetch(award())).json());
    const assigned = Envelope.parse(await (await emulator.fetch(assign())).json());
    assert.equal(AwardEcho.parse(awarded.data).points, 10);
    assert.equal(RoleEcho.parse(assigned.data).role_id, ROLE);
  });

  for (const remark of ['a & b = c + d', 'line\r\nbreak', '🎉 überraschung', '%2B%20', '"quoted" \\ back', ' ']) {
    it(`echoes the remark ${JSON.stringify(remark)} unchanged`, async () => {
      const response = await harbour().fetch(award({ remark }));
      assert.equal(Envelope.parse(await response.json()).code, 0);
      const again = Envelope.parse(await (await harbour().fetch(assign({ remark }))).json());
      assert.equal(RoleEcho.parse(again.data).remark, remark);
    });
  }

  it('keeps all digits of ids beyond 2^53', async () => {
    const id = '9007199254740993';
    const emulator = harbour();
    emulator.state.addMember(SERVER, { id, name: 'Sanne Ode' });
    const envelope = Envelope.parse(await (await emulator.fetch(award({ user_id: id }))).json());
    assert.equal(AwardEcho.parse(envelope.data).user_id, id);
    assert.equal(memberNow(emulator, id).points, 10);
  });

  it('treats assigning a role that is held already as a success that changes nothing', async () => {
    const emulator = harbour();
    await emulator.fetch(assign());
    const before = emulator.state.servers();
    const again = Envelope.parse(await (await emulator.fetch(assign())).json());
    assert.equal(again.code, 0);
    assert.deepEqual(emulator.state.servers(), before);
  });

  it('adds up what is awarded to one member and leaves the others alone', async () => {
    const emulator = harbour();
    const others = () => emulator.state.server(SERVER).members.filter(({ id }) => id !== MEMBER);
    const before = others();
    await Promise.all(Array.from({ length: 20 }, () => emulator.fetch(award({ points: '7' }))));
    assert.equal(memberNow(emulator).points, 340 + 140);
    assert.deepEqual(others(), before);
  });

  it('reaches only the server that the key is bound to', async () => {
    const emulator = harbour();
    emulator.state.addServer({
      id: '2',
      name: 'North Pier',
      members: [{ id: MEMBER, name: 'Namesake' }],
      apiKey: 'emu_key-of-north-pier',
    });
    await emulator.fetch(award({}, { 'x-api-key': 'emu_key-of-north-pier' }));
    assert.equal(memberNow(emulator).points, 340);
    assert.equal(emulator.state.server('2').members[0]?.points, 10);
  });

  it('takes the content type with a charset and in any case', async () => {
    const type = { 'content-type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' };
    assert.equal((await harbour().fetch(award({}, type))).status, 200);
  });
});

describe('the requests in the fixtures', () => {
  it('have exactly the documented parameters', () => {
    assert.deepEqual(Object.keys(AWARD), ['user_id', 'points', 'remark']);
    assert.deepEqual(Object.keys(ASSIGNMENT), ['user_id', 'role_id', 'remark']);
  });
});
