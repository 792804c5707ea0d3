import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Command } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { readOptions } from '../../src/cli/options.ts';
import { Metrics } from '../../src/proxy/monitoring/metrics.ts';
import { PAGES_OF_DOCS, REPOSITORY_PAGES, snippetsOf } from './snippets.ts';

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const pages = [...PAGES_OF_DOCS, ...REPOSITORY_PAGES];
const snippets = snippetsOf(pages);

/** What npm itself does, beside what package.json has it do. */
const NPM = ['ci', 'init', 'install', 'pkg', 'start', 'test', 'owner'];

/** Where `rewards` is called, in shell, in a unit file, and in a container. */
const CALL = /(?:npx |\.bin\/)rewards(?= |$)|"npx", "rewards"/;

/** The call in a line, as the shell would split it; null where there is none. */
function rewardsCall(line: string): string[] | null {
  const found = CALL.exec(line);
  if (!found) return null;
  const rest = line.slice(found.index + found[0].length);
  if (line.includes('"npx"')) return Array.from(rest.matchAll(/"([^"]*)"/g), ([, word = '']) => word);
  const words = rest.replace(/(?<= )#.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|<[^>]*>|\S+/g);
  return Array.from(words, ([all, single, double]) => single ?? double ?? all);
}

const commands = new Map((await allCommands()).map((command) => [command.name, command]));

/** Whether the manuals know such a call. Throws `UsageError` where they do not. */
function judge([first = '', second = '', ...rest]: readonly string[]): void {
  const both: Command | undefined = commands.get(`${first} ${second}`);
  const command = both ?? commands.get(first);
  if (['--help', '--version'].includes(first)) return;
  assert.ok(command, `there is no command rewards ${first}`);
  readOptions(both ? rest : [second, ...rest].filter((word) => word !== ''), command);
}

describe('the commands of the documentation', () => {
  const calls = snippets.flatMap(({ place, code }) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((line) => {
        const call = rewardsCall(line);
        return call ? [{ place, line: line.trim(), call }] : [];
      }),
  );

  it('are there', () => assert.ok(calls.length > 25, `${calls.length} calls of rewards`));

  for (const { place, line, call } of calls) it(`the manual knows: ${line} (${place})`, () => judge(call));

  it('name each command', () => {
    const called = calls.map(({ call: [first, second] }) => [first, `${first} ${second}`]).flat();
    assert.deepEqual(
      [...commands.keys()].filter((name) => !called.includes(name)),
      [],
    );
  });

  it('are listed with every option', () => {
    const [page] = PAGES_OF_DOCS.filter(({ path }) => path.endsWith('/commands.md'));
    for (const { usage, options } of commands.values()) {
      const [, section = ''] = page?.text.split(`## \`${usage}\``) ?? [];
      const listed = Array.from(section.split('\n## ')[0]?.matchAll(/^\| `--([\w-]+)/gm) ?? [], ([, name]) => name);
      assert.deepEqual(listed, Object.keys(options), usage);
    }
  });

  it('have their columns where text keeps its spaces', () => {
    const [page] = PAGES_OF_DOCS.filter(({ path }) => path.endsWith('/commands.md'));
    const prose = page?.text.replace(/^```.*?^```/gms, '') ?? '';
    assert.doesNotMatch(prose, /\S {2,}\S/);
  });

  it('are scripts that npm has', () => {
    const named = snippets
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => Array.from(code.matchAll(/\bnpm (?:run )?([\w:]+)/g), ([, name = '']) => name));
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((name) => !NPM.includes(name) && !(name in scripts)),
      [],
    );
    const inText = pages.flatMap(({ text }) =>
      Array.from(text.matchAll(/`npm run ([\w:]+)`/g), ([, name = '']) => name),
    );
    assert.ok(inText.length > 5);
    assert.deepEqual(
      inText.filter((name) => !(name in scripts)),
      [],
    );
  });

  for (const { place, code } of snippets.filter(({ language }) => language === 'sh')) {
    it(`is shell: ${place}`, () => {
      // What stands in angle brackets is for the reader to fill in.
      execFileSync('bash', ['-n'], { input: code.replace(/<[^>\n]*>/g, 'value'), stdio: 'pipe' });
    });
  }

  it('options in the text exist', () => {
    const known = new Set(Array.from(commands.values(), ({ options }) => Object.keys(options)).flat());
    // Of these it is said that Node takes them.
    const ofNode = ['env-file', 'allow-child-process'];
    const foreign = new Set(['help', 'version', ...ofNode]);
    for (const { path, text } of PAGES_OF_DOCS) {
      const prose = text.replace(/^```.*?^```/gms, '');
      for (const [, option = ''] of prose.matchAll(/`--([a-z][a-z-]*)`/g)) {
        assert.ok(known.has(option) || foreign.has(option) || option.startsWith('rewards-'), `${path}: --${option}`);
      }
    }
  });
});

describe('the metrics of the documentation', () => {
  const operate = PAGES_OF_DOCS.find(({ path }) => path.endsWith('operate.md'))?.text ?? '';
  const real = async () => {
    const text = await new Metrics([], 0).text({
      ledger: { unknown: async () => ({ count: 0, oldestAt: null }) } as never,
      kept: { count: 0 },
      upstreams: new Map(),
      now: () => 0,
    });
    return Array.from(text.matchAll(/^# TYPE (rewards_\w+)/gm), ([, name = '']) => name);
  };

  it('are those that there are', async () => {
    const listed = Array.from(operate.matchAll(/^\| `(rewards_\w+)`/gm), ([, name = '']) => name);
    assert.deepEqual(listed.toSorted(), (await real()).toSorted());
  });

  it('are all that alerts look at', async () => {
    const names = await real();
    // The plugin for WordPress has names of its own that begin like that.
    const others = pages.filter(({ path }) => !path.endsWith('sites.md'));
    const watched = others.flatMap(({ text }) =>
      Array.from(text.matchAll(/\b(rewards_[a-z_]+)\b/g), ([, name = '']) => name),
    );
    assert.ok(watched.length > names.length);
    assert.deepEqual(
      watched.filter((name) => !names.includes(name)),
      [],
    );
  });
});
