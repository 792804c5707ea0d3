import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEmulator, type Emulator, type EmulatorEvent, type RewardEvent } from '../../../src/emulator/index.ts';
import { award, control, harbour, MEMBER, memberNow, ROLE, SERVER } from '../community.ts';

async function send(emulator: Emulator, method: string, path: string, body?: unknown) {
  const response = await emulator.fetch(control(method, path, body));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('the control API', () => {
  it('shows servers, members, roles, masked keys and faults', async () => {
    const emulator = harbour({ faults: [{ kind: 'delay', ms: 5 }] });
    const { status, headers, body } = await send(emulator, 'GET', '/state');
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    const [server] = body.servers;
    assert.deepEqual(Object.keys(server), ['id', 'name', 'tier', 'botAdded', 'memberIds', 'members', 'roles', 'keys']);
    assert.deepEqual(
      [server.id, server.name, server.tier, server.botAdded],
      [SERVER, 'Harbour Lights', 'highest', true],
    );
    assert.deepEqual(server.members[0], {
      id: MEMBER,
      name: 'Imke Sørensen',
      points: 340,
      roles: ['1172401938465029173'],
    });
    assert.deepEqual(server.roles[2], { id: ROLE, name: 'Meetup Crew', color: '#3d9b6d' });
    assert.deepEqual(server.keys, [{ masked: '****9f3c', createdAt: '2026-11-20T12:00:00.000Z', revoked: false }]);
    assert.deepEqual(body.faults, [{ kind: 'delay', ms: 5, endpoint: null, times: 1, executed: true }]);
  });

  it('adds, changes and removes a server', async () => {
    const emulator = harbour();
    const added = await send(emulator, 'POST', '/servers', { name: 'North Pier', tier: 'lower' });
    assert.equal(added.status, 201);
    assert.match(added.body.id, /^1\d{18}$/);
    assert.deepEqual([added.body.tier, added.body.botAdded, added.body.keys], ['lower', true, []]);
    const changed = await send(emulator, 'PATCH', `/servers/${added.body.id}`, { tier: 'highest', botAdded: false });
    assert.deepEqual([changed.status, changed.body.tier, changed.body.botAdded], [200, 'highest', false]);
    assert.equal((await send(emulator, 'DELETE', `/servers/${added.body.id}`)).status, 204);
    assert.deepEqual(
      emulator.state.servers().map(({ id }) => id),
      [SERVER],
    );
  });

  it('has member ids read as they are, or as numbers, and keeps that in a snapshot', async () => {
    const emulator = harbour();
    const pay = async (id: string) => (await emulator.fetch(award({ user_id: id }))).status;
    const reading = async () => (await send(emulator, 'GET', '/snapshot')).body.servers[0].memberIds;
    assert.deepEqual([await reading(), await pay(`0${MEMBER}`)], ['exact', 404]);
    const path = `/servers/${SERVER}`;
    assert.equal((await send(emulator, 'PATCH', path, { memberIds: 'lenient' })).body.memberIds, 'lenient');
    assert.deepEqual([await reading(), await pay(`0${MEMBER}`)], ['lenient', 200]);
    assert.equal((await send(emulator, 'PATCH', path, { memberIds: 'loose' })).status, 400);
    await send(emulator, 'PUT', '/snapshot', (await send(emulator, 'GET', '/snapshot')).body);
    assert.deepEqual([await reading(), await pay(`0${MEMBER}`)], ['lenient', 200]);
    await send(emulator, 'POST', '/reset');
    assert.equal(await reading(), 'exact');
  });

  it('adds, changes and removes a member', async () => {
    const emulator = harbour();
    const members = `/servers/${SERVER}/members`;
    const added = await send(emulator, 'POST', members, { id: '9007199254740993', name: 'Sanne Ode' });
    assert.deepEqual(
      [added.status, added.body],
      [201, { id: '9007199254740993', name: 'Sanne Ode', points: 0, roles: [] }],
    );
    const changed = await send(emulator, 'PATCH', `${members}/9007199254740993`, { points: 5, roles: [ROLE] });
    assert.deepEqual([changed.status, changed.body.points, changed.body.roles], [200, 5, [ROLE]]);
    const emptied = await send(emulator, 'PATCH', `${members}/9007199254740993`, { points: 0, roles: [] });
    assert.deepEqual([emptied.body.points, emptied.body.roles], [0, []]);
    assert.equal((await send(emulator, 'DELETE', `${members}/9007199254740993`)).status, 204);
    assert.equal((await send(emulator, 'DELETE', `${members}/9007199254740993`)).status, 404);
  });

  it('gives every new member another id of 19 digits', () => {
    const { state } = harbour();
    const ids = Array.from({ length: 300 }, () => state.addMember(SERVER, { name: 'Sanne Ode' }).id);
    assert.equal(new Set(ids).size, 300);
    assert.ok(ids.every((id) => /^1\d{18}$/.test(id)));
  });

  it('adds a role, and takes it from every member when it is removed', async () => {
    const emulator = harbour();
    const added = await send(emulator, 'POST', `/servers/${SERVER}/roles`, { name: 'Regular', color: '#AA00ff' });
    assert.deepEqual([added.status, added.body.name, added.body.color], [201, 'Regular', '#AA00ff']);
    emulator.state.changeMember(SERVER, MEMBER, { roles: [added.body.id, ROLE] });
    assert.equal((await send(emulator, 'DELETE', `/servers/${SERVER}/roles/${added.body.id}`)).status, 204);
    assert.deepEqual(memberNow(emulator).roles, [ROLE]);
  });

  it('creates a key, revokes it and creates the next', async () => {
    const emulator = createEmulator();
    const key = `/servers/${SERVER}/key`;
    const created = await send(emulator, 'POST', key);
    assert.deepEqual([created.status, created.body.masked], [201, `****${created.body.key.slice(-4)}`]);
    assert.equal((await send(emulator, 'POST', key)).status, 409);
    assert.equal((await send(emulator, 'DELETE', key)).status, 204);
    assert.equal((await send(emulator, 'DELETE', key)).status, 404);
    assert.equal((await send(emulator, 'POST', key)).status, 201);
    assert.deepEqual(
      emulator.state.server(SERVER).keys.map(({ revoked }) => revoked),
      [true, false],
    );
  });

  it('sets, shows and clears faults', async () => {
    const emulator = harbour();
    const put = await send(emulator, 'PUT', '/faults', { faults: [{ kind: 'html', times: null }, { kind: 'empty' }] });
    assert.equal(put.status, 200);
    assert.deepEqual((await send(emulator, 'GET', '/faults')).body, put.body);
    assert.equal((await send(emulator, 'PUT', '/faults', put.body)).status, 200);
    assert.equal((await send(emulator, 'DELETE', '/faults')).status, 204);
    assert.deepEqual(emulator.faults.list(), []);
  });

  it('shows the calls of the service API with what was sent both ways', async () => {
    const emulator = harbour();
    await emulator.fetch(award());
    const { body } = await send(emulator, 'GET', '/calls');
    const [{ headers, body: reply, ...entry }] = body.calls;
    assert.deepEqual(entry, {
      id: 1,
      at: '2026-11-20T12:00:00.000Z',
      method: 'POST',
      path: '/1/points/award',
      key: '****9f3c',
      serverId: SERVER,
      form: { user_id: MEMBER, points: '10', remark: 'Daily check-in' },
      fault: null,
      executed: true,
      replayOf: null,
      status: 200,
      replyHeaders: { 'content-type': 'application/json; charset=utf-8' },
      durationMs: 0,
    });
    assert.deepEqual([headers.accept, headers['x-api-key']], ['application/json', '****9f3c']);
    assert.equal(JSON.parse(reply).code, 0);
  });

  it('answers a call again, as a new one with the key that it had', async () => {
    const emulator = harbour();
    const remarks: string[] = [];
    emulator.subscribe(({ type, data }) => type === 'award' && remarks.push(data.remark));
    // The log shows less of it.
    const remark = `${'x'.repeat(3_000)} ünïcode & more`;
    await emulator.fetch(award({ remark }));
    const { status, body } = await send(emulator, 'POST', '/calls/1/replay');
    assert.deepEqual([status, body.id, body.replayOf, body.status, body.executed], [201, 2, 1, 200, true]);
    assert.equal(memberNow(emulator).points, 360);
    const [first, second] = emulator.calls.list();
    assert.deepEqual({ ...second, id: 1, replayOf: null }, first);
    assert.deepEqual(remarks, [remark, remark]);

    emulator.faults.set([
      { kind: 'status', status: 503, retryAfter: '9' },
      { kind: 'reset', at: 'no-reply' },
    ]);
    const struck = await send(emulator, 'POST', '/calls/2/replay');
    assert.deepEqual([struck.body.replayOf, struck.body.replyHeaders['retry-after']], [2, '9']);
    const broken = (await send(emulator, 'POST', '/calls/1/replay')).body;
    assert.deepEqual([broken.status, broken.replyHeaders, broken.body], [null, null, null]);
    emulator.state.revokeKey(SERVER);
    assert.equal((await send(emulator, 'POST', '/calls/1/replay')).body.status, 401);
    assert.equal(memberNow(emulator).points, 360);
  });

  it('gives a call that is sent again up as soon as nobody waits for it', async () => {
    const emulator = harbour();
    await emulator.fetch(award());
    emulator.faults.set([{ kind: 'hang' }]);
    const left = new AbortController();
    const asked = new Request(control('POST', '/calls/1/replay'), { signal: left.signal });
    const reply = emulator.fetch(asked);
    left.abort();
    assert.equal((await (await reply).json()).status, null);
  });

  it('says which calls it cannot send again', async () => {
    const emulator = harbour({ assumptions: { maximumBodyBytes: 200 } });
    await emulator.fetch(award({ remark: 'x'.repeat(300) }));
    const large = await send(emulator, 'POST', '/calls/1/replay');
    assert.deepEqual(
      [large.status, large.body.detail],
      [409, 'The body of call 1 was not read to its end, so it cannot be sent again.'],
    );
    const gone = await send(emulator, 'POST', '/calls/7/replay');
    assert.deepEqual(
      [gone.status, gone.body.detail],
      [404, 'There is no call 7 in the log, which keeps the last 500.'],
    );
    for (const id of ['0', '-1', 'one'])
      assert.equal((await send(emulator, 'POST', `/calls/${id}/replay`)).status, 404);
    await send(emulator, 'POST', '/reset');
    assert.equal((await send(emulator, 'POST', '/calls/1/replay')).status, 404);
    assert.equal(emulator.calls.list().length, 0);
  });

  it('shows where its console leads to', async () => {
    const links = { site: 'http://127.0.0.1:5173' };
    assert.deepEqual((await send(harbour({ links: () => links }), 'GET', '/state')).body.links, links);
    assert.deepEqual((await send(harbour(), 'GET', '/state')).body.links, {});
  });

  it('shows what was given as its events told it, also before the call has its reply, and keeps the last 500', async () => {
    const emulator = harbour({ faults: [{ kind: 'hang' }] });
    const gone = new AbortController();
    const given = new Promise<EmulatorEvent>((resolve) => {
      emulator.subscribe((event) => event.type === 'award' && resolve(event));
    });
    const call = emulator.fetch(new Request(award(), { signal: gone.signal }));
    const told = await given;
    const rewards = async () => (await send(emulator, 'GET', '/rewards')).body.rewards;
    assert.deepEqual([await rewards(), emulator.calls.list()], [[told], []]);
    gone.abort();
    await assert.rejects(call);
    for (let index = 0; index < 501; index += 1) emulator.state.assign(SERVER, MEMBER, ROLE, 'Signed up');
    const ids = (await rewards()).map(({ data }: RewardEvent) => data.id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [500, 3, 502]);
    await send(emulator, 'POST', '/reset');
    assert.deepEqual(await rewards(), []);
  });

  it('keeps what was given as it was, whatever is done to what it handed out', async () => {
    const emulator = harbour();
    await emulator.fetch(award());
    const [handedOut] = emulator.state.rewards();
    assert.ok(handedOut);
    handedOut.data.memberName = 'Somebody else';
    assert.equal(emulator.state.rewards()[0]?.data.memberName, 'Imke Sørensen');
  });

  it('keeps the last 500 calls', async () => {
    const emulator = harbour();
    for (let index = 0; index < 502; index += 1) await emulator.fetch(award({ points: '1' }));
    const calls = emulator.calls.list();
    assert.deepEqual([calls.length, calls[0]?.id, calls.at(-1)?.id], [500, 3, 502]);
    const replays = [2, 3].map((id) => send(emulator, 'POST', `/calls/${id}/replay`));
    assert.deepEqual(
      (await Promise.all(replays)).map(({ status }) => status),
      [404, 201],
    );
  });

  it('goes back to the start on reset, the key included', async () => {
    const emulator = harbour({ faults: [{ kind: 'html', endpoint: 'assign' }] });
    const before = emulator.state.servers();
    await emulator.fetch(award());
    emulator.faults.clear();
    emulator.state.revokeKey(SERVER);
    emulator.state.removeMember(SERVER, MEMBER);
    const { status, body } = await send(emulator, 'POST', '/reset');
    assert.deepEqual([status, body.servers], [200, JSON.parse(JSON.stringify(before))]);
    assert.deepEqual([emulator.faults.list().length, emulator.calls.list().length], [1, 0]);
    assert.equal((await emulator.fetch(award())).status, 200);
  });

  it('gives a seed without ids the same ids again on reset', () => {
    const emulator = createEmulator({ servers: [{ name: 'North Pier', members: [{ name: 'Sanne Ode' }] }] });
    const before = emulator.state.servers();
    emulator.reset();
    assert.deepEqual(emulator.state.servers(), before);
  });

  it('saves and loads everything but the keys, and the keys stay as they are', async () => {
    const emulator = harbour();
    await emulator.fetch(award());
    const saved = (await send(emulator, 'GET', '/snapshot')).body;
    await emulator.fetch(award());
    emulator.state.addServer({ name: 'North Pier' });
    const loaded = await send(emulator, 'PUT', '/snapshot', saved);
    assert.equal(loaded.status, 200);
    assert.deepEqual([emulator.state.servers().length, memberNow(emulator).points], [1, 350]);
    assert.equal((await emulator.fetch(award())).status, 200);

    const elsewhere = createEmulator({ servers: [] });
    assert.equal((await send(elsewhere, 'PUT', '/snapshot', saved)).status, 200);
    assert.deepEqual(elsewhere.state.save(), saved.servers);
  });

  it('loads all of a snapshot or nothing', async () => {
    const emulator = harbour();
    const before = emulator.state.servers();
    const twins = {
      servers: [
        { id: '7', name: 'One' },
        { id: '7', name: 'Two' },
      ],
    };
    assert.equal((await send(emulator, 'PUT', '/snapshot', twins)).status, 409);
    assert.deepEqual(emulator.state.servers(), before);
  });

  it('refuses a snapshot that gives one key to two servers', async () => {
    const apiKey = 'emu_shared-by-mistake';
    const servers = [
      { name: 'One', apiKey },
      { name: 'Two', apiKey },
    ];
    const { status, body } = await send(harbour(), 'PUT', '/snapshot', { servers });
    assert.deepEqual([status, body.field], [409, 'apiKey']);
    assert.ok(!JSON.stringify(body).includes(apiKey));
  });

  it('names its endpoints at its address', async () => {
    const response = await harbour().fetch(new Request('http://emulator.test/'));
    assert.match(await response.text(), /POST \/1\/points\/award/);
  });
});

describe('an error of the control API', () => {
  const CASES: [string, string, unknown, number, RegExp][] = [
    ['POST', '/servers', { name: '' }, 400, /name/],
    ['POST', '/servers', { name: 'A', tier: 'gold' }, 400, /tier.*"highest"\|"lower"/],
    ['POST', '/servers', { name: 'A', colour: 'red' }, 400, /colour/],
    ['POST', '/servers', { name: 'A', apiKey: 'short' }, 400, /apiKey: must be 8 to 200/],
    ['POST', '/servers', { id: SERVER, name: 'A' }, 409, /id: .*exists already/],
    ['POST', '/servers', { name: 'A', members: [{ name: 'B', roles: ['9'] }] }, 400, /roles: .*add the role first/],
    ['POST', '/servers', { name: 'A', members: [{ name: 'B', points: 'x' }] }, 400, /members\.0\.points/],
    ['POST', '/servers', [], 400, /expected object/],
    ['POST', '/servers', 'x'.repeat(5 * 1024 * 1024), 413, /4 MiB/],
    ['PATCH', `/servers/${SERVER}`, { botAdded: 'yes' }, 400, /botAdded/],
    ['PATCH', '/servers/9', { botAdded: true }, 404, /no server 9/],
    ['DELETE', '/servers/__proto__', undefined, 404, /no server __proto__/],
    ['POST', `/servers/${SERVER}/members`, { id: 12, name: 'A' }, 400, /id/],
    ['POST', `/servers/${SERVER}/members`, { id: MEMBER, name: 'A' }, 409, /leave the id out/],
    ['PATCH', `/servers/${SERVER}/members/constructor`, { points: 1 }, 404, /no member constructor/],
    ['PATCH', `/servers/${SERVER}/members/${MEMBER}`, { roles: ['toString'] }, 400, /roles/],
    ['POST', `/servers/${SERVER}/roles`, { name: 'A', color: 'red' }, 400, /color: must be a colour such as/],
    ['DELETE', `/servers/${SERVER}/roles/9`, undefined, 404, /no role 9/],
    ['PUT', '/faults', { faults: [{ kind: 'html' }, { kind: 'delay' }] }, 400, /faults\.1\.ms/],
    ['PUT', '/faults', [], 400, /expected object/],
    ['GET', '/nothing', undefined, 404, /GET \//],
  ];
  for (const [method, path, body, status, detail] of CASES) {
    it(`is a problem document with status ${status} that says ${String(detail)}`, async () => {
      const emulator = harbour();
      const before = emulator.state.servers();
      const reply = await send(emulator, method, path, body);
      assert.equal(reply.status, status);
      assert.equal(reply.headers.get('content-type'), 'application/problem+json');
      assert.equal(reply.body.status, status);
      assert.match(reply.body.detail, detail);
      assert.deepEqual(emulator.state.servers(), before);
    });
  }

  it('says so where the body is not JSON', async () => {
    const request = new Request('http://emulator.test/emulator/faults', { method: 'PUT', body: '{' });
    const response = await harbour().fetch(request);
    assert.equal(response.status, 400);
    assert.match(await response.text(), /not JSON/);
  });
});
