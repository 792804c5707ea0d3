import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { Emulator, EmulatorEvent } from '../../../src/emulator/index.ts';
import { assign, award, control, harbour, MEMBER, ROLE, SERVER } from '../community.ts';

const AT = '2026-11-20T12:00:00.000Z';

async function open(emulator: Emulator, signal?: AbortSignal) {
  const request = new Request('http://emulator.test/emulator/events', { signal: signal ?? null });
  const { body } = await emulator.fetch(request);
  return (body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream()).getReader();
}

function record(emulator: Emulator): EmulatorEvent[] {
  const events: EmulatorEvent[] = [];
  emulator.subscribe((event) => events.push(event));
  return events;
}

describe('a subscriber', () => {
  it('is told of an award with what the member has now, and of the call', async () => {
    const emulator = harbour();
    const events = record(emulator);
    await emulator.fetch(award());
    assert.deepEqual(events[0], {
      type: 'award',
      data: {
        id: 1,
        at: AT,
        serverId: SERVER,
        memberId: MEMBER,
        memberName: 'Imke Sørensen',
        points: 10,
        total: 350,
        remark: 'Daily check-in',
      },
    });
    assert.deepEqual(events.slice(1), [{ type: 'call', data: emulator.calls.list()[0] }]);
  });

  it('is told of a role, and whether the member had it before', async () => {
    const emulator = harbour();
    const events = record(emulator);
    await emulator.fetch(assign());
    await emulator.fetch(assign());
    const roles = events.filter(({ type }) => type === 'role');
    const names = { memberName: 'Imke Sørensen', roleName: 'Meetup Crew', remark: 'Signed up' };
    const data = { at: AT, serverId: SERVER, memberId: MEMBER, roleId: ROLE, ...names };
    assert.deepEqual(roles, [
      { type: 'role', data: { id: 1, ...data, alreadyHeld: false } },
      { type: 'role', data: { id: 2, ...data, alreadyHeld: true } },
    ]);
  });

  it('is told of every other change', () => {
    const emulator = harbour();
    const events = record(emulator);
    const { state, faults } = emulator;
    const { id } = state.addServer({ name: 'North Pier' });
    state.changeServer(id, { tier: 'lower' });
    const role = state.addRole(id, { name: 'Regular' });
    const member = state.addMember(id, { name: 'Sanne Ode' });
    state.changeMember(id, member.id, { points: 3 });
    state.removeMember(id, member.id);
    state.removeRole(id, role.id);
    state.createKey(id);
    state.revokeKey(id);
    state.removeServer(id);
    faults.add({ kind: 'html' });
    state.load(state.save());
    assert.deepEqual(
      events.map((event) => event.type === 'state' && [event.data.change, event.data.serverId]),
      [
        ['server-added', id],
        ['server-changed', id],
        ['role-added', id],
        ['member-added', id],
        ['member-changed', id],
        ['member-removed', id],
        ['role-removed', id],
        ['key-created', id],
        ['key-revoked', id],
        ['server-removed', id],
        ['faults-changed', null],
        ['replaced', null],
      ],
    );
  });

  it('is told nothing more once it has left', async () => {
    const emulator = harbour();
    const events: EmulatorEvent[] = [];
    const leave = emulator.subscribe((event) => events.push(event));
    leave();
    await emulator.fetch(award());
    assert.deepEqual(events, []);
  });
});

describe('the stream of events', () => {
  it('is server-sent events, one for each event, with JSON on a single line', async () => {
    const emulator = harbour();
    const reader = await open(emulator);
    assert.equal((await reader.read()).value, 'retry: 1000\n\n');
    await emulator.fetch(award({ remark: 'a\r\nevent: state\r\n\r\nb' }));
    const [, type, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec((await reader.read()).value ?? '') ?? [];
    assert.equal(type, 'award');
    assert.equal(JSON.parse(data ?? '').remark, 'a\r\nevent: state\r\n\r\nb');
    assert.match((await reader.read()).value ?? '', /^event: call\ndata: \{.*\}\n\n$/);
    await reader.cancel();
  });

  it('ends when the client leaves, with the subscription behind it', async () => {
    const emulator = harbour();
    const client = new AbortController();
    const reader = await open(emulator, client.signal);
    await reader.read();
    client.abort();
    assert.equal((await reader.read()).done, true);
    await emulator.fetch(award());
  });

  it('drops a reader that has fallen far behind', async () => {
    const emulator = harbour();
    const { body } = await emulator.fetch(control('GET', '/events'));
    for (let index = 0; index < 2_000; index += 1) emulator.state.changeServer(SERVER, { botAdded: true });
    let chunks = 0;
    for await (const chunk of body ?? []) chunks += Math.min(1, chunk.length);
    assert.equal(chunks, 1_000);
  });

  it('sends a comment every 15 seconds, so that nothing in between takes it for dead, until the client has gone', async (context) => {
    mock.timers.enable({ apis: ['setInterval'] });
    context.after(() => mock.timers.reset());
    const client = new AbortController();
    const reader = await open(harbour(), client.signal);
    await reader.read();
    mock.timers.tick(15_000);
    assert.equal((await reader.read()).value, ': still here\n\n');
    client.abort();
    // To a stream that has ended nothing can be written.
    mock.timers.tick(15_000);
    assert.equal((await reader.read()).done, true);
  });
});
