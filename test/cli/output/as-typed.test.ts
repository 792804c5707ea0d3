import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { folderWith, run } from '../command.ts';

describe('what is to be typed', () => {
  for (const [lockfile, command] of [
    ['package-lock.json', 'npx rewards ledger create'],
    ['pnpm-lock.yaml', 'pnpm exec rewards ledger create'],
    ['yarn.lock', 'yarn rewards ledger create'],
    ['bun.lock', 'bunx rewards ledger create'],
  ] as const) {
    it(`is in the words of the project's package manager: ${lockfile}`, async (t) => {
      // As a command sees it: where temporary files are may be behind a link.
      const cwd = await realpath(await folderWith(t, { 'package.json': '{}', [lockfile]: '' }));
      const { code, stderr } = await run(['claims', 'list'], { cwd });
      assert.equal(code, 1);
      assert.ok(stderr.endsWith(`make it: ${command} --db '${cwd}/rewards.db'\n`), stderr);
      const { stdout } = await run(['doctor'], { cwd });
      assert.ok(stdout.includes(`make it: ${command} --db`), stdout);
    });
  }
});
