import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createStore, openStore } from '../../crash/store.ts';
import { NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { BUILT } from '../command.ts';

const CLAIMS = 1000;
/** So long that a pipe, and what reads it, hold a part of the claims only. */
const ACTION = 'a'.repeat(150);
const MEMBER = '123456789012345678';
/** Runs a command whose output goes to a file, `$0`, that takes no more than some kilobytes. */
const WITH_LITTLE_ROOM = `trap '' XFSZ; ulimit -f 64; exec "$@" > "$0"`;

/** Commands that print all claims, and how many those are in what they print. */
const COMMANDS: [string[], (output: string) => number][] = [
  [['claims', 'list', '--limit', '1000', '--format', 'table'], (output) => lines(output) - 1],
  [['claims', 'list', '--limit', '1000', '--format', 'json'], (output) => lines(output)],
  [['claims', 'export'], (output) => lines(output) - 1],
  [['member', 'export', MEMBER], (output) => JSON.parse(output).claims.length],
];

function lines(output: string): number {
  return output.split('\n').length - 1;
}

describe('what the built command prints', { concurrency: 2 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'rewards-stdout-'));
  const db = join(home, 'claims.db');

  before(async () => {
    const ledger = openStore(await createStore(db));
    const fields = { note: 'n'.repeat(100) };
    const all = Array.from({ length: CLAIMS }, (_, n) =>
      ledger.reserve(request({ action: `${ACTION}${n}`, fields, now: NOON + n })),
    );
    await Promise.all(all);
    await ledger.close();
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const start = (args: readonly string[]) => spawn(process.execPath, [BUILT, ...args, '--db', db], { env: {} });

  for (const [args, count] of COMMANDS) {
    const what = args.join(' ');

    it(`reaches a pipe whole: ${what}`, async () => {
      const child = start(args);
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      assert.deepEqual({ code, errors, claims: count(output) }, { code: 0, errors: '', claims: CLAIMS });
    });
    // The same for what is printed at once, and for what is written as it is read.
    if (args.includes('json') || args.includes('member')) continue;

    it(`ends in silence where nobody reads on, with a status that tells: ${what}`, async () => {
      const child = start(args);
      const ended = once(child, 'close');
      const errors = text(child.stderr);
      await once(child.stdout, 'readable');
      child.stdout.destroy();
      const [code] = await ended;
      assert.deepEqual({ code, errors: await errors }, { code: 141, errors: '' });
    });

    it(`fails where it cannot be written to its end: ${what}`, async () => {
      const file = join(home, `${args.join('-')}.txt`);
      const child = spawn('sh', ['-c', WITH_LITTLE_ROOM, file, process.execPath, BUILT, ...args, '--db', db]);
      const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      assert.ok(statSync(file).size > 0);
      assert.deepEqual(
        { code, errors },
        { code: 1, errors: 'rewards: the output cannot be written: EFBIG: file too large, write\n' },
      );
    });
  }
});
