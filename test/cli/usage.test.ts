import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { allCommands } from '../../src/cli/commands.ts';
import { main } from '../../src/cli/index.ts';
import { helpFor } from '../../src/cli/options.ts';
import { visible } from '../../src/cli/output/visible.ts';
import { BUILT, run, runNode } from './command.ts';

describe('rewards', () => {
  it('prints its help', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: rewards <command>/);
    assert.match(stdout, /serve .*\n.*emulate /);
    assert.equal(stderr, '');
  });

  it('prints the help of each command', async () => {
    for (const command of ['serve', 'emulate']) {
      // oxlint-disable-next-line no-await-in-loop -- one process at a time is enough
      const { code, stdout } = await run([command, '--port', 'nonsense', '--help']);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: rewards ${command} `));
      assert.match(stdout, /--port <number>/);
    }
  });

  it('keeps options apart from what is said of them, however long they are', () => {
    const options = { short: { help: 'one' }, 'longer-than-any': { value: '<sqlite|postgres>', help: 'two' } };
    const lines = helpFor({ usage: 'rewards x', summary: 'does it', options, notes: [] }).split('\n');
    const columns = ['one', 'two', 'this text'].map((text) =>
      lines.find((line) => line.endsWith(` ${text}`))?.indexOf(text),
    );
    assert.equal(new Set(columns).size, 1);
    assert.ok(Number(columns[0]) > 0);
  });

  it('keeps commands apart from what is said of them, however long they are', async () => {
    const { stdout } = await run(['--help']);
    const lines = stdout.split('\n');
    const columns = (await allCommands()).map(({ name, summary }) =>
      lines.find((line) => line.startsWith(`  ${name} `) && line.endsWith(` ${summary}`))?.indexOf(summary),
    );
    assert.equal(new Set(columns).size, 1);
    assert.ok(Number(columns[0]) > 0);
  });

  it('prints its version', async () => {
    for (const option of ['--version', '-v']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { code, stdout } = await run([option]);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: `${manifest.version}\n` });
    }
  });

  it('helps in each way in which it may be asked', async () => {
    const same: [string[], string[]][] = [
      [['help'], ['--help']],
      [['-h'], ['--help']],
      [['help', '--help'], ['--help']],
      [
        ['help', 'serve', '-h'],
        ['serve', '--help'],
      ],
      [
        ['help', 'serve'],
        ['serve', '--help'],
      ],
      [
        ['help', 'claims', 'list'],
        ['claims', 'list', '--help'],
      ],
      [
        ['help', 'claims'],
        ['claims', '--help'],
      ],
      [
        ['claims', '-h'],
        ['claims', '--help'],
      ],
    ];
    for (const [one, other] of same) {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      const [first, second] = [await run(one), await run(other)];
      assert.equal(first.code, 0, one.join(' '));
      assert.equal(first.stdout, second.stdout);
    }
    const { stdout } = await run(['claims', '--help']);
    assert.match(stdout, /^Usage: rewards claims <command>/);
    assert.match(stdout, /^ {2}claims resolve /m);
    assert.doesNotMatch(stdout, /member forget/);
  });

  const misuses: [string, string[], string][] = [
    [
      'no command',
      [],
      'say which command: init, serve, emulate, ledger create, ledger show, backup, ledger restored, ledger set-aside, claims list, claims show, claims resolve, claims export, claims purge, code show, grant, deliveries list, deliveries send-again, member export, member forget, member link, member sign-out, doctor, completion; see rewards --help',
    ],
    ['half a command', ['claims'], 'say which of list, show, resolve, export, purge. See rewards claims --help'],
    [
      'half a command that is misspelt',
      ['claims', 'lsit'],
      'there is no claims lsit (did you mean list?). See rewards claims --help',
    ],
    [
      'half a command like no other',
      ['member', 'dance'],
      'there is no member dance: say which of export, forget, link, sign-out. See rewards member --help',
    ],
    [
      'help with what is not there',
      ['help', 'sreve'],
      'there is no command sreve (did you mean serve?). See rewards --help',
    ],
    [
      'two formats',
      ['claims', 'list', '--json', '--format', 'table'],
      '--json and --format table contradict each other: give one',
    ],
    ['a shell that it does not know', ['completion', 'tcsh'], 'the shell must be one of bash, zsh, fish, not tcsh'],
    ['an unknown command', ['sreve'], 'there is no command sreve (did you mean serve?). See rewards --help'],
    [
      'half a command that is unknown',
      ['claim', 'list'],
      'there is no command claim (did you mean claims?). See rewards --help',
    ],
    ['an unknown command like no other', ['frobnicate'], 'there is no command frobnicate. See rewards --help'],
    ['an unknown option', ['--verison'], 'there is no option --verison (did you mean --version?). See rewards --help'],
    [
      'an unknown option of a command',
      ['serve', '--prot', '8080'],
      'there is no option --prot (did you mean --port?). See rewards serve --help',
    ],
    ['a short option', ['serve', '-p', '8080'], 'there is no option -p. See rewards serve --help'],
    [
      'a name that every object has',
      ['serve', '--constructor', '1'],
      'there is no option --constructor. See rewards serve --help',
    ],
    [
      'an option without its value',
      ['serve', '--port'],
      '--port needs a value: --port <number>. See rewards serve --help',
    ],
    [
      'an option with another for its value',
      ['serve', '--config', '--port'],
      '--config needs a value: --config <file>. See rewards serve --help',
    ],
    [
      'an option whose value is blank',
      ['claims', 'list', '--db', ' '],
      '--db needs a value: --db <where>. See rewards claims list --help',
    ],
    ...['\u00a0\u3000', '\u200b', '\u202e\u2066', '\u3164\u2800'].map((blank): [string, string[], string] => [
      `a value of which nothing is seen, such as ${JSON.stringify(visible(blank))},`,
      ['claims', 'resolve', '--by', blank],
      '--by needs a value: --by <name>. See rewards claims resolve --help',
    ]),
    [
      'an operand of which nothing is seen',
      ['member', 'sign-out', '\u200b '],
      'an argument is blank. See rewards member sign-out --help',
    ],
    ['a stray word', ['serve', 'now'], 'this command takes only options, and now is none. See rewards serve --help'],
    [
      'a port that is none',
      ['serve', '--port', '65536'],
      'a port is a number from 0 to 65535 (0 takes any that is free), not 65536',
    ],
    [
      'a database that is not supported yet',
      ['serve', '--db', 'mysql://localhost/rewards'],
      '--db must be the path of a SQLite file, such as ./rewards.db, or a postgres:// URL, with nothing around it',
    ],
    [
      'a database in quotes, as some readers of env files leave them, without its password',
      ['ledger', 'show', '--db', '"postgres://rewards:secret@localhost/rewards"'],
      '--db must be the path of a SQLite file, such as ./rewards.db, or a postgres:// URL, with nothing around it',
    ],
    [
      'a ledger that would forget',
      ['serve', '--db', ':memory:'],
      '--db must be the path of a SQLite file, such as ./rewards.db, or a postgres:// URL, with nothing around it',
    ],
    [
      'a key that no header can carry',
      ['emulate', '--api-key', 'short'],
      '--api-key: apiKey: must be 8 to 200 printable ASCII characters without spaces.',
    ],
  ];
  for (const [what, args, message] of misuses) {
    it(`calls ${what} wrong use, in one line`, async (t) => {
      const { mock } = t.mock.method(console, 'error', () => {});
      assert.equal(await main(args), 2);
      assert.deepEqual(
        mock.calls.map((call) => call.arguments),
        [[`rewards: ${message}`]],
      );
    });
  }

  it('tells wrong use from failure by its exit status', async () => {
    const { code, stdout, stderr } = await run(['serve', '--prot', '8080']);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, /^rewards: there is no option --prot .*\n$/);
  });

  it('takes a port from the environment, and says so when it is none', async () => {
    const { code, stderr } = await run(['emulate'], { env: { PORT: 'http' } });
    assert.equal(code, 2);
    assert.match(stderr, /not http\n$/);
  });

  it('leaves out what Node 22 says of its SQLite at every start, and no other warning', async () => {
    const script = `process.argv[2] = '--version';
      await import(${JSON.stringify(pathToFileURL(BUILT).href)});
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
      process.emitWarning('This is another one', 'ExperimentalWarning');`;
    const { stdout, stderr } = await runNode(['--input-type=module', '--eval', script, 'rewards']);
    assert.equal(stdout, `${manifest.version}\n`);
    assert.doesNotMatch(stderr, /SQLite/);
    assert.match(stderr, /ExperimentalWarning: This is another one/);
  });

  for (const [what, versions, told] of [
    ['the Node is too old', { node: '20.20.2' }, '20.20.2'],
    ['Bun runs it', { node: '24.3.0', bun: '1.4.5' }, 'Bun 1.4.5'],
  ] as const) {
    it(`says which Node it needs where ${what}`, async () => {
      const other = `Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${JSON.stringify(versions)} } })`;
      const { code, stdout, stderr } = await run(['--version'], {
        node: ['--import', `data:text/javascript,${encodeURIComponent(other)}`],
      });
      assert.deepEqual(
        { code, stdout, stderr },
        {
          code: 1,
          stdout: '',
          stderr: `rewards: needs Node 22.19 or newer (this is ${told}); install it from https://nodejs.org\n`,
        },
      );
    });
  }
});
