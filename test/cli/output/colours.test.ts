import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText, stripVTControlCharacters } from 'node:util';
import { allCommands, COMMANDS } from '../../../src/cli/commands.ts';
import { NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { run } from '../command.ts';

const ESCAPE = '\u001b[';
const green = (text: string) => styleText('green', text, { validateStream: false });

describe('the colours of rewards', () => {
  const home = mkdtempSync(join(tmpdir(), 'rewards-colours-'));
  const db = join(home, 'claims.db');
  const list = ['claims', 'list', '--db', db, '--format', 'table'];

  before(async () => {
    const ledger = openStore(await createStore(db));
    // What a visitor's id may not do is to bring colours of its own.
    const made = await ledger.reserve(request({ memberId: `${ESCAPE}31m granted`, now: NOON }));
    assert.equal(made.kind, 'reserved');
    await ledger.close();
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const inColour = (args: readonly string[], env: Record<string, string> = {}) =>
    run(args, { fresh: true, env: { FORCE_COLOR: '1', ...env } });

  it('are there where they are asked for, and nowhere else, and change no word', async () => {
    const plain = await run(list);
    assert.ok(!plain.stdout.includes(ESCAPE));
    const { stdout, stderr } = await inColour(list);
    assert.ok(stdout.includes(ESCAPE));
    assert.deepEqual({ text: stripVTControlCharacters(stdout), stderr }, { text: plain.stdout, stderr: '' });
    const without = await run(list, { fresh: true, env: { NO_COLOR: '1' } });
    assert.equal(without.stdout, plain.stdout);
  });

  it('are not for what comes from elsewhere, nor in JSON', async () => {
    const { stdout } = await inColour(list);
    assert.ok(!stdout.includes(`${ESCAPE}31m granted`));
    const asJson = ['claims', 'list', '--db', db, '--json'];
    assert.deepEqual(await inColour(asJson), await run(asJson));
  });

  it('tell good from bad, and say whose error it is', async () => {
    const { stdout, stderr } = await inColour(['doctor', '--config', join(home, 'none.ts'), '--db', db]);
    assert.ok(stdout.includes(`${green('ok')} `), stdout);
    assert.ok(stderr.startsWith(styleText('red', 'rewards:', { validateStream: false })));
  });
});

const commands = await allCommands();

describe('each command of rewards', () => {
  it('goes by its own name', () =>
    assert.deepEqual(
      commands.map(({ name }) => name),
      [...COMMANDS.keys()],
    ));

  for (const command of commands) {
    it(`says how it is used, and ends with 0, and with 2 where it is used wrongly: ${command.name}`, async () => {
      const words = command.name.split(' ');
      const help = await run([...words, '--help']);
      assert.deepEqual([help.code, help.stderr], [0, '']);
      assert.ok(help.stdout.startsWith(`Usage: ${command.usage} `));
      for (const [option, { value = '', help: said }] of Object.entries(command.options)) {
        assert.ok(help.stdout.includes(`  --${option} ${value}`), option);
        assert.match(said, /^\S.*[^.\s]$/, `${option} is explained in part of a sentence`);
      }
      const wrong = await run([...words, '--no-such-option']);
      assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
      assert.match(
        wrong.stderr,
        new RegExp(`^rewards: there is no option --no-such-option.* See ${command.usage} --help\n$`),
      );
    });
  }

  it('takes --json where it lists or shows what is kept', () => {
    const lists = ['claims list', 'deliveries list', 'claims resolve', 'claims export', 'doctor'];
    for (const name of [...lists, 'claims show', 'ledger show', 'member link', 'grant']) {
      const command = commands.find((one) => one.name === name);
      assert.ok('json' in (command?.options ?? {}), name);
    }
  });
});
