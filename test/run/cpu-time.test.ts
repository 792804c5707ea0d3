import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { cpuTime } from './cpu-time.ts';

const WORK = `const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);`;

describe('the time of the processors', { skip: process.platform !== 'linux' && 'the system does not count it' }, () => {
  it('has what a process took that was started here and has ended', () => {
    const before = cpuTime() ?? assert.fail();
    spawnSync(process.execPath, ['-e', WORK]);
    assert.ok((cpuTime() ?? 0) - before >= 190);
  });
});
