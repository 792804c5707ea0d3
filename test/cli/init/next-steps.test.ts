import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { linkPackages } from '../../support/processes/own-packages.ts';
import { folderWith, run, runNode } from '../command.ts';
import { filesIn } from './scaffold.ts';

describe('rewards init, what it says comes next', { concurrency: true }, () => {
  it('names no last commands where nothing comes before them', async (t) => {
    const installed = { type: 'module', dependencies: { 'rewards-elements': '0', 'rewards-proxy': '0' } };
    const cwd = await folderWith(t, { 'package.json': JSON.stringify(installed) });
    const { stdout } = await run(['init', '--yes', '--framework', 'node'], { cwd });
    assert.match(stdout, /^To try it out, each in a terminal of its own:\n  npx rewards emulate .*\n  node .*\n\n/m);
  });

  it('says what else has to be installed, set and typed, from where it was called', async (t) => {
    const cwd = await folderWith(t, { 'package.json': '{ "type": "commonjs", "devDependencies": { "hono": "4" } }' });
    const { code, stdout } = await run(['init', '--yes', '--framework', 'hono', '--dir', "o'my site"], { cwd });
    assert.equal(code, 0);
    const commands = stdout.split('\n').filter((line) => /^  (cd|npm|cp|npx|node) /.test(line));
    assert.deepEqual(
      commands.map((line) => line.trim().replace(/emu_\w+/, 'KEY')),
      [
        "cd 'o'\\''my site'",
        'npm install rewards-proxy rewards-elements @hono/node-server',
        'npm pkg set type=module',
        'npx rewards emulate --api-key KEY',
        'node --env-file=.env rewards-server.ts',
      ],
    );
    assert.match(stdout, /^To try it out, the last two in a terminal each:$/m);
    assert.match(stdout, /open http:\/\/localhost:3000\/check-in and check in as \d{17,}/);
    assert.ok((await filesIn(join(cwd, "o'my site"))).includes('rewards-server.ts'));
  });

  it('says what a project that checks types needs besides', async (t) => {
    const cwd = await folderWith(t, { 'package.json': '{ "type": "module" }', 'tsconfig.json': '{}' });
    const { stdout } = await run(['init', '--yes', '--framework', 'express'], { cwd });
    assert.match(stdout, /^ {2}npm install --save-dev @types\/express @types\/node$/m);
    assert.match(stdout, /"rewriteRelativeImportExtensions": true, "types": \["node"\]/);
  });

  it('names the package manager of the project', async (t) => {
    const made: [files: Record<string, string>, add: string, addDev: string][] = [
      [{ 'package.json': '{}', 'pnpm-lock.yaml': '' }, 'pnpm add', 'pnpm add --save-dev'],
      [{ 'package.json': '{}', 'yarn.lock': '' }, 'yarn add', 'yarn add --dev'],
      [{ 'package.json': '{}', 'bun.lock': '' }, 'bun add', 'bun add --dev'],
      [{ 'package.json': '{ "packageManager": "pnpm@11.0.0" }' }, 'pnpm add', 'pnpm add --save-dev'],
      [{ 'package.json': '{}', 'package-lock.json': '{}' }, 'npm install', 'npm install --save-dev'],
    ];
    for (const [files, add, addDev] of made) {
      // oxlint-disable-next-line no-await-in-loop -- five
      const cwd = await folderWith(t, { ...files, 'tsconfig.json': '{}' });
      // oxlint-disable-next-line no-await-in-loop
      const { stdout } = await run(['init', '--yes', '--framework', 'express'], { cwd });
      assert.match(stdout, new RegExp(`^  ${add} rewards-proxy rewards-elements express$`, 'm'));
      assert.match(stdout, new RegExp(`^  ${addDev} @types/express @types/node$`, 'm'));
    }
  });

  it('has the package manager of the project start what is installed in it', async (t) => {
    const made: [files: Record<string, string>, steps: string[]][] = [
      [
        { 'pnpm-lock.yaml': '' },
        ['pnpm exec rewards emulate --api-key', 'pnpm exec rewards serve', 'pnpm dlx serve --listen'],
      ],
      [{ 'yarn.lock': '' }, ['yarn rewards emulate --api-key', 'yarn rewards serve', 'npx --yes serve --listen']],
      [{ 'bun.lock': '' }, ['bunx rewards emulate --api-key', 'bunx rewards serve', 'bunx serve --listen']],
      [{ 'bun.lockb': '' }, ['bunx rewards emulate --api-key', 'bunx rewards serve', 'bunx serve --listen']],
      [
        { 'package-lock.json': '{}' },
        ['npx rewards emulate --api-key', 'npx rewards serve', 'npx --yes serve --listen'],
      ],
    ];
    for (const [lockfile, steps] of made) {
      // oxlint-disable-next-line no-await-in-loop -- five
      const cwd = await folderWith(t, { 'package.json': '{}', ...lockfile });
      // oxlint-disable-next-line no-await-in-loop
      const { stdout } = await run(['init', '--yes', '--framework', 'standalone'], { cwd });
      for (const step of steps) assert.ok(stdout.includes(`\n  ${step} `), `${step}\n${stdout}`);
      const example = await readFile(join(cwd, '.env.example'), 'utf8');
      const [emulate] = steps;
      assert.ok(example.includes(`\n#   ${emulate} `), example);
      const [manager = ''] = Object.keys(lockfile);
      if (manager.startsWith('bun')) assert.doesNotMatch(stdout, /\bnp[mx] /);
    }
  });

  it("has Yarn start everything where there is no node_modules (Plug'n'Play)", async (t) => {
    const root = await folderWith(t, { 'package.json': '{}', 'yarn.lock': '', '.pnp.cjs': '' });
    for (const [framework, server] of [
      ['node', 'yarn node --env-file=.env server.ts'],
      ['standalone', 'yarn rewards serve --env .env'],
      ['workers', 'yarn wrangler dev'],
    ] as const) {
      const cwd = join(root, framework);
      // oxlint-disable-next-line no-await-in-loop -- three
      await mkdir(cwd);
      // oxlint-disable-next-line no-await-in-loop
      const { stdout } = await run(['init', '--yes', '--framework', framework], { cwd });
      assert.match(stdout, /^ {2}yarn rewards emulate --api-key /m);
      assert.ok(stdout.includes(`\n  ${server}\n`), stdout);
      // npx would ask the registry for a program of that name.
      assert.doesNotMatch(stdout, /npx (?!--yes serve)|^ *node |npm run/m);
    }
    // With node_modules, Node alone finds it.
    const modules = await folderWith(t, { 'package.json': '{}', 'yarn.lock': '' });
    const { stdout } = await run(['init', '--yes', '--framework', 'node'], { cwd: modules });
    assert.match(stdout, /^ {2}node --env-file=\.env server\.ts$/m);
  });

  it('says what becomes of an app that uses require', async (t) => {
    const dependencies = '"dependencies": { "express": "5" }';
    const stepsFor = async (manifest: string, framework: string) => {
      const cwd = await folderWith(t, { 'package.json': manifest });
      return (await run(['init', '--yes', '--framework', framework], { cwd })).stdout;
    };
    assert.match(await stepsFor(`{ "type": "commonjs", ${dependencies} }`, 'express'), /npm pkg delete type/);
    assert.doesNotMatch(await stepsFor(`{ "type": "module", ${dependencies} }`, 'express'), /npm pkg delete type/);
    // Nothing is there yet that could use it.
    assert.doesNotMatch(await stepsFor('{ "type": "commonjs" }', 'node'), /npm pkg delete type/);
  });

  it('can be taken by require where package.json names no type', async (t) => {
    const app = "require('./rewards.ts').closeProxy().then(() => console.log('closed'));";
    const cwd = await folderWith(t, { 'package.json': '{}', 'app.js': app });
    await run(['init', '--yes', '--framework', 'node'], { cwd });
    await linkPackages(cwd);
    const { stdout } = await runNode(['--env-file=.env', 'app.js'], { cwd });
    assert.equal(stdout, 'closed\n');
  });
});
