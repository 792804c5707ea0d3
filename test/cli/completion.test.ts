import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { allCommands } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion.ts';

const ALL = await allCommands();
const without = (shell: string) => spawnSync(shell, ['--version']).status !== 0 && `there is no ${shell}`;

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', ALL)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rewards; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['-c', script, 'bash', 'rewards', ...words], { encoding: 'utf8' });
  return text.split('\n').filter(Boolean);
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
      assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish', '--help']);
      assert.ok(offered('serve', '--config', 'pack').includes('package.json'));
    },
  );

  for (const shell of ['zsh', 'fish'] as const) {
    it(`is a script that ${shell} reads`, { skip: without(shell) }, () => {
      execFileSync(shell, ['-n'], { input: completionScript(shell, ALL) });
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
});
