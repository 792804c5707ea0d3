import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apps } from '../../demo/docs/reference/apps.ts';
import { hostRecipes, recipes } from '../../demo/docs/reference/recipes.ts';
import { linkPackages } from '../support/processes/own-packages.ts';
import { asModule } from './config-snippet.ts';
import { PAGES_OF_DOCS, REPOSITORY_PAGES, type Snippet, snippetsOf } from './snippets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** What snippets find beside them, as they do in the folder of a reader who follows the documentation. */
const BESIDE = {
  'rewards.config.ts': asModule("remark: 'Daily check-in',", 'action'),
  'my-ledger.ts':
    "import type { Ledger } from 'rewards-proxy/ledger';\nimport type { Store } from 'rewards-proxy/ledger/sql';\nexport declare function myLedger(): Ledger;\nexport declare const MyStore: new () => Store;\n",
  'rewards.ts':
    "import type { Proxy } from 'rewards-proxy';\nexport declare const proxy: Proxy;\nexport declare function closeProxy(): Promise<void>;\nexport declare function rewards(): Proxy;\n",
};

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  jsx: 'react-jsx',
  types: ['node'],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  useDefineForClassFields: false,
};

/** Recipes for frameworks and hosts that are not installed here: `test/cli/init` runs what `rewards init` writes, and `test/frameworks` the apps. */
const RECIPES = new Set(
  snippetsOf([...recipes(), ...hostRecipes(), ...apps()].map(([path, text]) => ({ path, text }))).map(
    ({ code }) => code,
  ),
);

const isChecked = ({ language, info, code }: Snippet) =>
  ['ts', 'tsx'].includes(language) && info !== 'angular' && !RECIPES.has(code);

const snippets = [
  ...snippetsOf(PAGES_OF_DOCS).filter(isChecked),
  // What stands in a list there is a part of something, without room to say of what.
  ...snippetsOf(REPOSITORY_PAGES).filter((snippet) => isChecked(snippet) && !snippet.inList),
];

describe('the TypeScript of the documentation', () => {
  let folder = '';
  let errors: string[] = [];

  before(async () => {
    // Within the repository, so that what is installed there is found.
    await mkdir(join(ROOT, '.data'), { recursive: true });
    folder = await mkdtemp(join(ROOT, '.data/snippets-'));
    await linkPackages(folder);
    await Promise.all(snippets.map((snippet, at) => write(join(folder, String(at)), snippet)));
    // As every bundler declares it that takes style sheets.
    await writeFile(join(folder, 'bundler.d.ts'), "declare module '*.css';");
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['.'] }));
    errors = await compile(folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('is there', () => assert.ok(snippets.length > 40, `${snippets.length} snippets`));

  for (const [at, { place }] of snippets.entries()) {
    it(`compiles: ${place}`, () => {
      assert.deepEqual(
        errors.filter((line) => line.startsWith(`${at}/`)),
        [],
      );
    });
  }

  it('has no other error', () => {
    assert.deepEqual(
      errors.filter((line) => !/^\d+\//.test(line)),
      [],
    );
  });
});

async function write(folder: string, snippet: Snippet): Promise<void> {
  const own = /^\/\/ ([\w./$[\]-]+\.tsx?)\n/.exec(snippet.code)?.[1] ?? `snippet.${snippet.language}`;
  const ambient = givenBy(snippet).filter(isAmbient).join('\n');
  const files = { ...BESIDE, 'given.d.ts': ambient, [own]: textOf(snippet) };
  await mkdir(dirname(join(folder, own)), { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
}

function textOf(snippet: Snippet): string {
  const { code, notes } = snippet;
  const given = givenBy(snippet).filter((text) => !isAmbient(text));
  const part = notes.find((note) => note === 'config' || note === 'action');
  return [...given, part ? asModule(code, part) : code, 'export {};'].join('\n');
}

const givenBy = ({ notes }: Snippet): string[] =>
  notes.flatMap((note) => (note.startsWith('given: ') ? [note.slice('given: '.length)] : []));

/** Whether it declares a module that is not installed here. */
const isAmbient = (given: string): boolean => given.startsWith('declare module');

/** What the compiler says, a line an error. */
async function compile(project: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: project }, (_error, stdout) =>
      resolve(stdout.split('\n').filter((line) => line !== '')),
    );
  });
}
