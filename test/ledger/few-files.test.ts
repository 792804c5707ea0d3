import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFile } from './lost-files.ts';

const PROGRAM = fileURLToPath(new URL('few-files.ts', import.meta.url));
const FEW = 'ulimit -n 64 && exec "$0" "$@"';

describe('a SQLite ledger, while no more files can be opened,', () => {
  it('is not taken for overwritten, however long that lasts', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such limit');
    const { stdout, stderr } = spawnSync('sh', ['-c', FEW, process.execPath, PROGRAM, newFile()], { encoding: 'utf8' });
    assert.notEqual(stdout, '', stderr);
    const outage =
      'the ledger it failed: unable to open database file. Is the limit of open files reached (ulimit -n)?';
    assert.deepEqual(JSON.parse(stdout), {
      said: ['reserved', outage, outage, 'held', 'reserved'],
      files: ['it', 'it-mark'],
    });
  });
});
