import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findConfig, loadConfig } from '../../../src/cli/config/load-config.ts';
import { BUILT, folderWith, runNode } from '../command.ts';

async function load(t: TestContext, name: string, text: string): Promise<unknown> {
  return loadConfig(join(await folderWith(t, { [name]: text }), name));
}

/** The message of the error, without the folder, which differs from run to run. */
async function problemWith(t: TestContext, name: string, text: string): Promise<string> {
  const folder = await folderWith(t, { [name]: text });
  const error = await loadConfig(join(folder, name)).then(
    () => assert.fail('was loaded'),
    (reason: Error) => reason,
  );
  return error.message.replaceAll(`${folder}/`, '');
}

describe('the config file', () => {
  it('may be TypeScript and import this package where it is not installed', async (t) => {
    const text = `import { defineConfig, env } from 'rewards-proxy';
      const points: number = 10;
      export default defineConfig({ service: { apiKey: env('KEY') }, origins: [], actions: { a: { points } } } as never);`;
    assert.deepEqual(await load(t, 'rewards.config.ts', text), {
      service: { apiKey: { env: 'KEY' } },
      origins: [],
      actions: { a: { points: 10 } },
    });
  });

  for (const name of ['rewards.config.js', 'rewards.config.mjs', 'rewards.config.mts']) {
    it(`may be a module: ${name}`, async (t) => {
      const text = "import { env } from 'rewards-proxy'; export default { origins: [env('SITE')] };";
      assert.deepEqual(await load(t, name, text), { origins: [{ env: 'SITE' }] });
    });
  }

  it('may import the package by its former name', async (t) => {
    const text = "import { env } from 'rewards-elements/proxy'; export default { origins: [env('SITE')] };";
    assert.deepEqual(await load(t, 'rewards.config.ts', text), { origins: [{ env: 'SITE' }] });
  });

  it('has the very modules of the built command, and those of its package that the command has not', async (t) => {
    const cwd = await folderWith(t, {
      'rewards.config.ts': `throw new Error(['', '/onchain', '/desk'].map((path) => import.meta.resolve('rewards-proxy' + path)).join());`,
    });
    const { stderr } = await runNode([BUILT, 'serve'], { cwd });
    const found = Array.from(stderr.matchAll(/\/dist\/([\w/]+\.js)/g), ([, path]) => path);
    assert.deepEqual(found, ['cli/proxy/index.js', 'cli/onchain/index.js', 'desk/index.js'], stderr);
  });

  it('may be JSON, also with a byte order mark', async (t) => {
    assert.deepEqual(await load(t, 'rewards.config.json', '\uFEFF{ "origins": [] }'), { origins: [] });
  });

  it('leaves the resolution of the package as it was', async (t) => {
    await load(t, 'rewards.config.ts', "import 'rewards-proxy'; export default {};");
    const folder = await folderWith(t, { 'other.ts': "import 'rewards-proxy';" });
    await assert.rejects(import(join(folder, 'other.ts')), { code: 'ERR_MODULE_NOT_FOUND' });
  });

  const problems: [string, string, string, string][] = [
    [
      'a syntax error, with its line',
      'rewards.config.ts',
      "import { defineConfig } from 'rewards-proxy';\n\nexport default defineConfig({ a: 1\n b: 2 });",
      "rewards.config.ts:4: Expected ',', got …",
    ],
    [
      'a syntax error of plain JavaScript, with its line',
      'rewards.config.js',
      'export default {\n  a: 1,\n  b = ,\n};',
      'rewards.config.js:3: Expression expected',
    ],
    [
      'a missing import',
      'rewards.config.ts',
      'export default defineConfig({});',
      "rewards.config.ts:1: defineConfig is not defined; begin with import { defineConfig, env } from 'rewards-proxy'",
    ],
    [
      'CommonJS',
      'rewards.config.js',
      'module.exports = {};',
      'rewards.config.js:1: module is not defined; rewards.config.js is a module: it must export default defineConfig({ … })',
    ],
    [
      'a missing default export',
      'rewards.config.ts',
      'export const config = {};',
      'rewards.config.ts holds no config: it must export default defineConfig({ … })',
    ],
    [
      'an export that is no object',
      'rewards.config.ts',
      'export default () => ({});',
      'rewards.config.ts holds no config: it must export default defineConfig({ … })',
    ],
    [
      'JSON that is no object',
      'rewards.config.json',
      '[]',
      'rewards.config.json holds no config: it must be an object',
    ],
    [
      'an unknown ending',
      'rewards.config.yaml',
      'origins: []',
      'the config rewards.config.yaml must be a .ts, .js, .mjs or .json file',
    ],
    [
      'something thrown while it loads, with its line',
      'rewards.config.ts',
      "const name: string = 'x';\n\n\nthrow new Error(`no ${name} today`);",
      'rewards.config.ts:4: no x today',
    ],
    [
      'a package that is not there',
      'rewards.config.js',
      "import 'no-such-package';\nexport default {};",
      "rewards.config.js: Cannot find package 'no-such-package'",
    ],
    [
      'JSON with a comma too many, with its line',
      'rewards.config.json',
      '{\n  "a": 1,\n}',
      'rewards.config.json:3: is not JSON: Expected double-quoted property name',
    ],
    [
      'JSON with a word that has no quotes, with its line and without the word',
      'rewards.config.json',
      '{\n  "service": {\n    "apiKey": canary_key\n  }\n}',
      "rewards.config.json:3: is not JSON: Unexpected token 'c'",
    ],
    [
      'JSON that ends early, however deep it is',
      'rewards.config.json',
      '['.repeat(100_000),
      'rewards.config.json:1: is not JSON: Unexpected end of JSON input',
    ],
    [
      'JSON with a word that has no quotes, however long it is',
      'rewards.config.json',
      `[\n${'1,\n'.repeat(100_000)}x,\n${'1,\n'.repeat(100_000)}1]`,
      "rewards.config.json:100002: is not JSON: Unexpected token 'x'",
    ],
    ['JSON in UTF-16', 'rewards.config.json', '{\0}\0', 'rewards.config.json is no text in UTF-8: save it as UTF-8'],
    [
      'a module in UTF-16',
      'rewards.config.ts',
      '\uFFFD{\0}\0',
      'rewards.config.ts is no text in UTF-8: save it as UTF-8',
    ],
    [
      'a module in UTF-16 without the mark of it',
      'rewards.config.js',
      'export default {};\n'.replaceAll(/./gs, '$&\0'),
      'rewards.config.js is no text in UTF-8: save it as UTF-8',
    ],
    [
      'a module in another encoding',
      'rewards.config.ts',
      'export default \uFFFD',
      "rewards.config.ts:1: Unexpected character '\uFFFD'; save it as UTF-8",
    ],
    [
      'JSON that ends early',
      'rewards.config.json',
      '{\n"a": [',
      'rewards.config.json:2: is not JSON: Unexpected end of JSON input',
    ],
  ];
  for (const [what, name, text, message] of problems) {
    it(`names ${what}`, async (t) => {
      // Each Node has a word of its own for what it got.
      const problem = (await problemWith(t, name, text)).replace(/(?<=, got ).*/, '…');
      assert.equal(problem, message);
    });
  }

  it('names a file that is not there', async () => {
    await assert.rejects(loadConfig('/nowhere/rewards.config.ts'), {
      message: 'no config: there is no file /nowhere/rewards.config.ts; correct --config',
    });
  });
});

describe('the config of a folder', () => {
  it('is TypeScript before JavaScript before JSON', async (t) => {
    const folder = await folderWith(t, { 'rewards.config.json': '', 'rewards.config.ts': '', 'rewards.config.js': '' });
    assert.equal(findConfig(folder), join(folder, 'rewards.config.ts'));
  });

  it('must be there', async (t) => {
    const folder = await folderWith(t);
    assert.throws(() => findConfig(folder), {
      message: `no config: ${folder} has no rewards.config.ts, rewards.config.js, rewards.config.mjs, rewards.config.json; add one, or name it with --config <file>`,
    });
  });
});
