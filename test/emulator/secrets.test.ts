import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEmulator, type FaultInput } from '../../src/emulator/index.ts';
import { assign, award, call, control, harbour, KEY, SERVER } from './community.ts';

const FAULTS: (FaultInput | null)[] = [
  null,
  { kind: 'status', status: 500 },
  { kind: 'html' },
  { kind: 'cut-json' },
  { kind: 'wrong-echo', field: 'user_id' },
  { kind: 'reset', at: 'no-reply' },
];

describe('an API key', () => {
  it('is found in nothing that the emulator shows, but in the reply to its creation', async () => {
    const emulator = createEmulator();
    const created = await (await emulator.fetch(control('POST', `/servers/${SERVER}/key`))).text();
    const { key } = JSON.parse(created);
    assert.match(key, /^emu_[0-9a-f]{40}$/);

    const shown: string[] = [];
    emulator.subscribe((event) => shown.push(JSON.stringify(event)));
    const header = { 'x-api-key': key };
    for (const fault of FAULTS) {
      emulator.faults.set(fault ? [fault] : []);
      const requests = [
        award({}, header),
        award({ user_id: key }, header),
        assign({ role_id: key }, header),
        call(`/1/${key}?key=${key}`, { [key]: key }, { ...header, cookie: key }),
      ];
      for (const request of requests) {
        const response = await emulator.fetch(request).catch(() => null);
        shown.push((await response?.text()) ?? '');
      }
      await emulator.fetch(award({ remark: `my key is ${key}, yes, ${key}` }, header)).catch(() => null);
    }
    for (const { id } of emulator.calls.list()) {
      shown.push(await (await emulator.fetch(control('POST', `/calls/${id}/replay`))).text());
    }
    emulator.state.revokeKey(SERVER);
    shown.push(await (await emulator.fetch(award({}, header))).text());
    for (const path of ['/state', '/calls', '/snapshot', '/faults']) {
      shown.push(await (await emulator.fetch(control('GET', path))).text());
    }
    shown.push(await (await emulator.fetch(control('POST', '/reset'))).text());

    assert.ok(shown.length > 60);
    assert.deepEqual(
      shown.filter((text) => text.includes(key)),
      [],
    );
    assert.ok(shown.some((text) => text.includes(`****${key.slice(-4)}`)));
  });

  it('is masked in the log even where it is none of the emulator, such as a real one by mistake', async () => {
    const real = 'live-secret-of-somebody';
    const emulator = harbour();
    await emulator.fetch(award({ remark: real }, { 'x-api-key': real, authorization: `Bearer ${real}` }));
    const log = JSON.stringify(emulator.calls.list());
    assert.ok(!log.includes(real));
    assert.ok(log.includes('****body'));
  });

  it('is masked in the log of a call that presents another', async () => {
    const emulator = harbour();
    await emulator.fetch(award({ remark: KEY }, { 'x-api-key': 'emu_of-nobody-at-all' }));
    assert.equal(emulator.calls.list()[0]?.form?.['remark'], '****9f3c');
  });

  it('is hidden whole where it is short', async () => {
    const emulator = harbour();
    await emulator.fetch(award({}, { 'x-api-key': 'tiny' }));
    assert.deepEqual([emulator.calls.list()[0]?.key, emulator.calls.list()[0]?.headers['x-api-key']], ['****', '****']);
  });

  it('is not half shown where a long text is cut', async () => {
    const emulator = harbour();
    for (const presented of [KEY, 'emu_of-nobody-at-all']) {
      await emulator.fetch(award({ remark: `${'x'.repeat(1_990)}${KEY}` }, { 'x-api-key': presented }));
    }
    assert.ok(!JSON.stringify(emulator.calls.list()).includes(KEY.slice(0, 6)));
  });
});
