import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { folderWithLedger, run } from './command.ts';

/** Threads read it, too. */
const NODE_OPTIONS = `--import ${new URL('as-windows.ts', import.meta.url).href}`;
const KEY = 'key-4f0c6f3e';
const CONFIG = `import { env } from 'rewards-proxy/config';
export default {
  service: { baseUrl: 'http://127.0.0.1:9', apiKey: env('REWARDS_API_KEY') },
  origins: ['http://localhost:3000'],
  actions: { daily: { title: 'Daily', points: 10, remark: 'Daily check-in' } },
};`;

it('a ledger is opened, looked at and backed up on Windows, where others can read every file as far as its mode tells', async (t) => {
  const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG, key: KEY });
  for (const file of ['rewards.db', 'key']) await chmod(join(cwd, file), 0o666);
  const options = { cwd, fresh: true, env: { NODE_OPTIONS, REWARDS_API_KEY_FILE: join(cwd, 'key') } };
  assert.deepEqual(await run(['claims', 'list'], options), { code: 0, stdout: '', stderr: '' });
  const { code, stdout, stderr } = await run(['backup', '--to', 'copy.db'], options);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /copy\.db: 0 claims/);
  const doctor = await run(['doctor'], options);
  assert.match(doctor.stdout, /^ok {4}ledger /m);
  assert.doesNotMatch(doctor.stdout, /chmod|others|owner alone/);
});
