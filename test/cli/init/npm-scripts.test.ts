import assert from 'node:assert/strict';
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { linkPackages } from '../../support/processes/own-packages.ts';
import { folderWith, run, runNode } from '../command.ts';

const DOCTOR = 'rewards doctor --env .env';

async function initIn(folder: string, framework: string): Promise<string> {
  const { code, stdout, stderr } = await run(['init', '--yes', '--framework', framework], { cwd: folder });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

const manifestIn = (folder: string) => readFile(join(folder, 'package.json'), 'utf8');

/** Sets up a site in a folder with that package.json, and gives what became of it, and what was printed. */
async function after(t: TestContext, manifest: string, framework = 'node'): Promise<{ text: string; stdout: string }> {
  const folder = await folderWith(t, { 'package.json': manifest });
  const stdout = await initIn(folder, framework);
  return { text: await manifestIn(folder), stdout };
}

describe('the npm scripts of rewards init', () => {
  it('start what was written, and look whether all is in order', async (t) => {
    const { text, stdout } = await after(t, '{\n  "type": "module"\n}\n');
    assert.equal(
      text,
      `{\n  "type": "module",\n  "scripts": {\n    "rewards:serve": "node --env-file=.env server.ts",\n    "rewards:doctor": "${DOCTOR}"\n  }\n}\n`,
    );
    assert.match(stdout, /^package\.json has new scripts: npm run rewards:serve, npm run rewards:doctor\.$/m);
  });

  it('can be run as npm runs them', async (t) => {
    const folder = await folderWith(t, { 'package.json': '{ "type": "module" }' });
    await initIn(folder, 'standalone');
    const { scripts } = JSON.parse(await manifestIn(folder)) as { scripts: Record<string, string> };
    assert.deepEqual(scripts, { 'rewards:serve': 'rewards serve --env .env', 'rewards:doctor': DOCTOR });
    await linkPackages(folder);
    const [, ...args] = DOCTOR.split(' ');
    const program = join(folder, 'node_modules/rewards-proxy/dist/cli/rewards.js');
    const { stdout } = await runNode([program, ...args], { cwd: folder });
    assert.match(stdout, /^ok +config/m);
  });

  it('leave alone what is there, in the way in which it is written', async (t) => {
    const mine = '{\r\n\t"name": "site",\r\n\t"scripts": {\r\n\t\t"rewards:serve": "echo mine"\r\n\t}\r\n}';
    const { text, stdout } = await after(t, mine);
    assert.equal(text, mine.replace('"echo mine"', `"echo mine",\r\n\t\t"rewards:doctor": "${DOCTOR}"`));
    assert.match(stdout, /^package\.json has a new script: npm run rewards:doctor\.$/m);
  });

  it('leave the file open to those whom it was open to', async (t) => {
    const folder = await folderWith(t, { 'package.json': '{}' });
    await chmod(join(folder, 'package.json'), 0o640);
    await initIn(folder, 'node');
    assert.equal((await stat(join(folder, 'package.json'))).mode & 0o777, 0o640);
  });

  it('are not called as the command is, which pnpm and Yarn would then not start', async (t) => {
    const { text } = await after(t, '{ "type": "module" }', 'standalone');
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
    assert.ok(!Object.hasOwn(scripts, 'rewards'), text);
  });

  it('are written after a byte order mark, as npm reads it', async (t) => {
    const { text } = await after(t, '\uFEFF{}');
    assert.match(text, /^\uFEFF\{\n {2}"scripts": \{/);
  });

  it('are no server where the framework has its own', async (t) => {
    const { text } = await after(t, '{ "dependencies": { "astro": "*" } }', 'astro');
    assert.deepEqual((JSON.parse(text) as { scripts: object }).scripts, { 'rewards:doctor': DOCTOR });
  });

  it('need a package.json that can be read, and is a file', async (t) => {
    const { text, stdout } = await after(t, '{ "scripts": "none" }');
    assert.equal(text, '{ "scripts": "none" }');
    assert.doesNotMatch(stdout, /npm run/);
    const folder = await folderWith(t, { 'elsewhere.json': '{}' });
    await symlink('elsewhere.json', join(folder, 'package.json'));
    await initIn(folder, 'node');
    assert.equal(await readFile(join(folder, 'elsewhere.json'), 'utf8'), '{}');
    const none = await folderWith(t);
    await initIn(none, 'node');
    await assert.rejects(stat(join(none, 'package.json')), { code: 'ENOENT' });
  });
});
