import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isBlank, visible } from '../../../src/cli/output/visible.ts';
import type { Grant } from '../../../src/ledger/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { BUILT, folderWith, folderWithLedger, runNode } from '../command.ts';

/** Clears a screen, names a window, turns the direction of text round, hides, and begins another line. */
const HOSTILE = '\u001b[2J\u009b31m\u001b]0;x\u0007a\u202eb\u2066c\u200bd\u00ade\ufeff\u{e0041}\u2028f\rg\nFORGED';
const UNSEEN = /[^\P{Cc}\n]|\p{Cf}|\p{Zl}/u;
const END = '=== the end ===';
const MEMBER = '123456789012345678';

/** A claim that is unknown, with such text wherever the ledger takes text; and the file that it is in. */
async function hostileClaim(t: TestContext): Promise<{ db: string; id: string }> {
  const db = join(await folderWith(t), 'claims.db');
  const ledger = openStore(await createStore(db));
  const role: Grant = { kind: 'role', roleId: HOSTILE, roleName: HOSTILE, remark: HOSTILE };
  const wanted = request({ action: HOSTILE, fields: { [HOSTILE]: HOSTILE }, grants: [role, role], service: HOSTILE });
  const reservation = await ledger.reserve(wanted);
  assert.ok(reservation.kind === 'reserved');
  const { id } = reservation.claim;
  const evidence = { status: 502, failure: HOSTILE };
  await ledger.settle(id, 0, { state: 'unknown', echo: role, evidence }, NOON);
  await ledger.resolve(id, { state: 'granted', who: HOSTILE, why: HOSTILE }, NOON);
  await ledger.send(id, 1, wanted);
  await ledger.settle(id, 1, { state: 'unknown', echo: role, evidence }, NOON);
  await ledger.close();
  return { db, id };
}

/** What each of the commands prints on each stream. They run in one process, as that takes a tenth of the time. */
async function outputsOf(
  cwd: string,
  commands: readonly string[][],
): Promise<{ command: string; stdout: string; stderr: string }[]> {
  const script = `import { main } from ${JSON.stringify(pathToFileURL(BUILT).href.replace('rewards.js', 'index.js'))};
    for (const args of ${JSON.stringify(commands)}) {
      await main(args);
      for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('${END}', done));
    }`;
  const { stdout, stderr } = await runNode(['--input-type=module', '--eval', script], { cwd });
  const [out = [], errors = []] = [stdout, stderr].map((stream) => stream.split(END));
  assert.equal(out.length, commands.length + 1);
  return commands.map((args, at) => ({ command: args.join(' '), stdout: out[at] ?? '', stderr: errors[at] ?? '' }));
}

describe('text from outside, in what the built command prints', () => {
  it('does nothing to a terminal', async (t) => {
    const { db, id } = await hostileClaim(t);
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': JSON.stringify({ origins: [HOSTILE], actions: { daily: { title: 3, [HOSTILE]: 1 } } }),
      'servers.json': JSON.stringify({ servers: [{ name: HOSTILE, [HOSTILE]: 1 }] }),
    });
    const decision = ['--as', 'granted', '--by', 'Grace', '--why', 'seen'];
    const outputs = await outputsOf(cwd, [
      ['claims', 'list', '--format', 'table', '--db', db],
      ['claims', 'list', '--format', 'json', '--db', db],
      ['claims', 'show', id, '--db', db],
      ['claims', 'resolve', '--since', '2020-01-01', ...decision, '--db', db],
      ['claims', 'resolve', id, HOSTILE, ...decision, '--db', db],
      ['claims', 'list', '--state', HOSTILE],
      ['claims', 'export', '--format', 'json', '--db', db],
      ['member', 'export', MEMBER, '--db', db],
      ['doctor', '--db', db],
      ['doctor', '--format', 'json', '--site', HOSTILE],
      ['emulate', '--servers', 'servers.json'],
      ['serve'],
      [HOSTILE],
    ]);
    for (const { command, stdout, stderr } of outputs) {
      const output = stdout + stderr;
      assert.doesNotMatch(output, UNSEEN, command);
      assert.match(output, /\\u202e/, `${command} has none of it`);
      assert.doesNotMatch(output, /^FORGED/m, `${command} begins no line`);
    }
  });

  it('is exact in exports', async (t) => {
    const { db } = await hostileClaim(t);
    const outputs = await outputsOf(tmpdir(), [
      ['claims', 'export', '--format', 'json', '--db', db],
      ['claims', 'list', '--format', 'json', '--db', db],
      ['member', 'export', MEMBER, '--db', db],
      ['claims', 'export', '--db', db],
    ]);
    const [exported, listed, member, csv] = outputs.map(({ stdout }) => stdout);
    assert.ok(exported && listed && member && csv);
    for (const claim of [JSON.parse(exported), JSON.parse(listed), JSON.parse(member).claims[0]])
      assert.deepEqual(claim.fields, { [HOSTILE]: HOSTILE });
    assert.ok(csv.includes(HOSTILE));
  });
});

describe('visible', () => {
  it('leaves alone what people read, emoji of several characters too', () => {
    for (const text of ['plain ~ text', 'Zoë, 日本, עברית', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ ⭐️ 1️⃣ 🇬🇧']) assert.equal(visible(text), text);
  });

  it('shows what cannot be seen, as JSON writes it', () => {
    assert.equal(visible('a\u200db\tc\ud800'), String.raw`a\u200db\u0009c\ud800`);
    const json = JSON.stringify(HOSTILE);
    assert.equal(JSON.parse(visible(json)), HOSTILE);
  });

  it('knows a text of which nothing is seen', () => {
    assert.deepEqual([' \t', '\u200b\u3164\u2800', '', 'a', '❤️'].map(isBlank), [true, true, true, false, false]);
  });
});
