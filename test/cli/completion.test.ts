import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { allCommands } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion.ts';
import { folderWith } from './command.ts';

const ALL = await allCommands();
const without = (shell: string) => spawnSync(shell, ['--version']).status !== 0 && `there is no ${shell}`;

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', ALL)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rewards; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['-c', script, 'bash', 'rewards', ...words], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean);
}

/** The path of a file with the script for that shell. */
async function scriptFile(t: TestContext, shell: 'zsh' | 'fish'): Promise<string> {
  const path = join(await folderWith(t), 'completion');
  writeFileSync(path, completionScript(shell, ALL));
  return path;
}

describe('rewards completion', () => {
  it(
    'has bash offer commands, their second words, options, and values of which there are some',
    { skip: without('bash') },
    () => {
      assert.deepEqual(offered('se'), ['serve']);
      assert.deepEqual(offered('cl'), ['claims']);
      assert.deepEqual(offered('claims', 'p'), ['purge']);
      assert.deepEqual(offered('claims', 'list', '--fo'), ['--format']);
      assert.deepEqual(offered('claims', 'list', '--format', ''), ['table', 'json']);
      assert.deepEqual(offered('init', '--host', 'w'), ['workers']);
      assert.deepEqual(offered('init', '--framework', 'sv'), ['sveltekit']);
      assert.deepEqual(offered('claims', 'list', '--state', 'unk'), ['unknown']);
      assert.deepEqual(offered('serve', '--por'), ['--port']);
      assert.deepEqual(offered('init', '--points', '5', '--ti'), ['--title']);
      assert.deepEqual(offered('help', 'doc'), ['doctor']);
      assert.deepEqual(offered('help', 'claims', 'li'), ['list']);
      assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish', '--help']);
      assert.ok(offered('serve', '--config', 'pack').includes('package.json'));
    },
  );

  it('has bash offer a file whose name has spaces as one', { skip: without('bash') }, async (t) => {
    const folder = await folderWith(t, { 'my config.ts': '' });
    assert.deepEqual(offered('serve', '--config', `${folder}/my`), [join(folder, 'my config.ts')]);
  });

  for (const shell of ['zsh', 'fish'] as const) {
    it(`is a script that ${shell} reads`, { skip: without(shell) }, async (t) => {
      execFileSync(shell, ['-n', await scriptFile(t, shell)]);
    });

    it(`offers what a value may be in ${shell}`, () => {
      assert.match(completionScript(shell, ALL), /workers vercel netlify lambda/);
    });

    it(`names every option in ${shell}, in quotes that end`, () => {
      const script = completionScript(shell, ALL);
      for (const { name, options } of ALL)
        for (const option of Object.keys(options)) assert.ok(script.includes(option), `${name} --${option}`);
      for (const line of script.split('\n').filter((text) => text.startsWith('complete -c')))
        assert.match(line.replaceAll("\\'", ''), /^(?:[^']|'[^']*')*$/, line);
    });
  }

  it('brings zsh what it needs to read a script for bash', () => {
    assert.match(completionScript('zsh', ALL), /^autoload -U \+X bashcompinit && bashcompinit\n/);
  });

  it('has fish take what follows an option for its value', () => {
    const script = completionScript('fish', ALL);
    assert.match(script, / -l config -r -d /);
    assert.match(script, / -l json -d /);
  });

  it('has fish offer them, too', { skip: without('fish') }, async (t) => {
    const script = await scriptFile(t, 'fish');
    const inFish = (typed: string) => {
      const text = execFileSync('fish', ['-c', 'source $argv[1]; complete -C $argv[2]', script, typed], {
        encoding: 'utf8',
      });
      return text.split('\n').flatMap((line) => (line ? [line.split('\t')[0]] : []));
    };
    assert.deepEqual(inFish('rewards se'), ['serve']);
    assert.deepEqual(inFish('rewards cl'), ['claims']);
    assert.deepEqual(inFish('rewards claims p'), ['purge']);
    assert.deepEqual(inFish('rewards claims list '), []);
    assert.deepEqual(inFish('rewards claims list --fo'), ['--format']);
    assert.deepEqual(inFish('rewards claims list --format '), ['json', 'table']);
    assert.deepEqual(inFish('rewards init --host w'), ['workers']);
    assert.deepEqual(inFish('rewards he'), ['help']);
    assert.deepEqual(inFish('rewards help doc'), ['doctor']);
    assert.deepEqual(inFish('rewards help claims '), ['export', 'list', 'purge', 'resolve', 'show']);
    assert.deepEqual(inFish('rewards completion '), ['bash', 'fish', 'zsh']);
    assert.deepEqual(inFish('rewards --v'), ['--version']);
  });
});
