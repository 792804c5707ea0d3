import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

describe('a command of the repository', () => {
  for (const [command, option] of [
    ['run/run.ts', '--all'],
    ['explore/run.ts', '--scene, --bug, --play'],
  ] as const) {
    it(`says which options there are, where it is called with another: ${command}`, () => {
      const script = fileURLToPath(new URL(`../../${command}`, import.meta.url));
      const { status, stderr } = spawnSync(process.execPath, [script, '--nothing'], { encoding: 'utf8' });
      assert.equal(stderr, `Unknown option '--nothing'. There are: ${option}\n`);
      assert.equal(status, 2);
    });
  }
});
