import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';

const MODULE = new URL('in-memory.ts', import.meta.url).href;

/** What a process does with its temporary files on such a disk, and what it leaves there. */
function tried(t: TestContext, room: number, tmp?: string): { folder: string; others: string; left: string[] } {
  const disk = mkdtempSync(join(tmpdir(), 'rewards-memory-'));
  t.after(() => rmSync(disk, { recursive: true }));
  const program = `
    const { keepInMemory } = await import('${MODULE}');
    const folder = keepInMemory(process.argv[1], Number(process.argv[2])) ?? '';
    if (folder) (await import('node:fs')).writeFileSync(folder + '/left', '');
    const others = (await import('node:os')).tmpdir();
    console.log(JSON.stringify({ folder, others }));`;
  const { TMPDIR: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, disk, String(room)],
    { encoding: 'utf8', env: { ...env, ...(tmp !== undefined && { TMPDIR: tmp }) } },
  );
  assert.equal(stderr, '');
  return { ...JSON.parse(stdout), left: readdirSync(disk) };
}

describe('temporary files in memory', { skip: process.platform === 'win32' && 'Windows has no such disk' }, () => {
  it('are those of all processes of a run, and are gone with it', (t) => {
    const { folder, others, left } = tried(t, 0);
    assert.match(folder, /rewards-memory-\w+\/rewards-test-\w+$/);
    assert.equal(others, folder);
    assert.deepEqual(left, []);
    assert.ok(!existsSync(folder));
  });

  it('are none where there is no room for them', (t) => {
    const { folder, left } = tried(t, Number.MAX_SAFE_INTEGER);
    assert.deepEqual([folder, left], ['', []]);
  });

  it('are none where somebody has said where they are to be', (t) => {
    const { folder, others } = tried(t, 0, '/somewhere');
    assert.deepEqual([folder, others], ['', '/somewhere']);
  });
});
