import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parse as parseYaml } from 'yaml';
import { pathInWorkspace } from '../../../src/cli/init/workspace.ts';
import { folderWith, run } from '../command.ts';
import { INSTALLS } from './scaffold.ts';

const WORKSPACES = { 'package.json': '{ "workspaces": ["packages/*"] }' };
const PACKAGE = '{ "type": "module", "dependencies": { "rewards-proxy": "*" } }';

/** A folder with these files, in which `packages/site` is a package with those. */
async function workspace(t: TestContext, files: Record<string, string>, own: Record<string, string> = {}) {
  const root = await folderWith(t, files);
  const folder = join(root, 'packages/site');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries({ 'package.json': PACKAGE, ...own })) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** What init prints and writes for a host in a package of a workspace. */
async function hostedBy(t: TestContext, host: string, framework = 'standalone') {
  const cwd = await workspace(t, { ...WORKSPACES, 'package-lock.json': '' });
  const { code, stdout, stderr } = await run(['init', '--yes', '--framework', framework, '--host', host], { cwd });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return { stdout, read: (path: string) => readFile(join(cwd, path), 'utf8') };
}

describe('a folder in a workspace', () => {
  it('is known by what names its members', async (t) => {
    for (const [files, expected] of [
      [WORKSPACES, 'packages/site'],
      [{ 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n', 'package.json': '{}' }, 'packages/site'],
      // Settings of a project that is alone, and a project that another is only within.
      [{ 'pnpm-workspace.yaml': 'minimumReleaseAge: 1440\n', 'package.json': '{}' }, ''],
      [{ 'package.json': '{}', 'package-lock.json': '{}' }, ''],
      [{ 'package.json': 'not JSON' }, ''],
    ] as [Record<string, string>, string][]) {
      // oxlint-disable-next-line no-await-in-loop -- few
      assert.equal(pathInWorkspace(await workspace(t, files)), expected, JSON.stringify(files));
    }
  });

  for (const [what, files, isIn] of [
    ['a list', { 'package.json': '{ "workspaces": ["./apps/*", "packages/*/"] }' }, true],
    ['an object', { 'package.json': '{ "workspaces": { "packages": ["packages/*"], "nohoist": [] } }' }, true],
    ['folders of any depth', { 'package.json': '{ "workspaces": ["packages/**"] }' }, true],
    ['its path', { 'package.json': '{ "workspaces": ["packages/site"] }' }, true],
    ['folders beside it', { 'package.json': '{ "workspaces": ["apps/*", "packages/*/*"] }' }, false],
    ['all but it', { 'package.json': '{ "workspaces": ["packages/**", "!packages/site"] }' }, false],
    ['nothing that can be read', { 'package.json': '{ "workspaces": { "packages": 1 } }' }, false],
    ['a list of pnpm', { 'pnpm-workspace.yaml': "# all\n'packages':\n- 'apps/*' # two\n\n- packages/*\nx: 1" }, true],
    ['a list of pnpm in one line', { 'pnpm-workspace.yaml': 'x: 1\npackages: ["apps/*", packages/*]' }, true],
    [
      'a list of pnpm in brackets',
      { 'pnpm-workspace.yaml': 'packages: [\n  "apps/*",\n  "packages/{a,site}"\n]' },
      true,
    ],
    ['all of a folder, from the root', { 'package.json': JSON.stringify({ workspaces: ['/packages/*'] }) }, true],
    ['folders beside it, of pnpm', { 'pnpm-workspace.yaml': 'packages:\n  - apps/*\ncatalog:\n  - packages/*' }, false],
    ['all but it, of pnpm', { 'pnpm-workspace.yaml': "packages:\r\n  - '**'\r\n  - '!**/site'\r\n" }, false],
  ] as [string, Record<string, string>, boolean][]) {
    it(`is ${isIn ? 'a package' : 'no package'} where the root names ${what}`, async (t) => {
      assert.equal(pathInWorkspace(await workspace(t, files)), isIn ? 'packages/site' : '');
    });
  }

  it('is on its own with a lockfile of its own, and at the root', async (t) => {
    assert.equal(pathInWorkspace(await workspace(t, WORKSPACES, { 'yarn.lock': '' })), '');
    assert.equal(pathInWorkspace(await folderWith(t, WORKSPACES)), '');
  });
});

describe('rewards init with a host, in a package of a workspace', () => {
  for (const [lockfile, install] of INSTALLS) {
    it(`has the image made from the root, where the lockfile is: ${lockfile}`, async (t) => {
      const cwd = await workspace(t, { ...WORKSPACES, [lockfile]: '' });
      const { stdout } = await run(['init', '--yes', '--framework', 'standalone', '--host', 'docker'], { cwd });
      assert.match(stdout, /^ {2}docker build -t rewards -f Dockerfile \.\.\/\.\.$/m);
      assert.match(stdout, /--env-file \.env rewards rewards ledger create {4}# once$/m);
      const lines = (await readFile(join(cwd, 'Dockerfile'), 'utf8')).split('\n');
      const wanted = ['COPY . .', `RUN ${install}`, 'WORKDIR /app/packages/site'];
      const path = 'ENV PATH="/app/packages/site/node_modules/.bin:/app/node_modules/.bin:$PATH"';
      assert.deepEqual(
        lines.filter((line) => [...wanted, path].includes(line)),
        [...wanted, path],
      );
      assert.ok(lines.includes('CMD ["rewards", "serve", "--host", "0.0.0.0"]'), lines.join('\n'));
      assert.ok(!lines.some((line) => line.startsWith('COPY package')));
    });
  }

  it('has the image made from a folder that is no package of it, which the root installs nothing for', async (t) => {
    const cwd = await folderWith(t, { ...WORKSPACES, 'package-lock.json': '' });
    const { stdout } = await run(['init', '--yes', '--dir', 'site', '--framework', 'standalone', '--host', 'docker'], {
      cwd,
    });
    assert.match(stdout, /^ {2}docker build -t rewards \.$/m);
    assert.ok(existsSync(join(cwd, 'site/.dockerignore')));
  });

  for (const host of ['docker', 'compose', 'fly', 'render', 'railway']) {
    it(`leaves keys, ledgers and modules of every package out of the image: ${host}`, async (t) => {
      const { read, stdout } = await hostedBy(t, host);
      const left = await read('Dockerfile.dockerignore');
      const keys = ['**/.env*', '!**/.env.example'];
      assert.deepEqual(left.split('\n'), [...keys, '**/.git', '**/node_modules', '**/rewards.db*', '']);
      assert.ok(stdout.includes('  Dockerfile.dockerignore\n') && !stdout.includes('  .dockerignore\n'), stdout);
    });
  }

  it('makes no image of files with keys, and says what to do, where the builder does not know what to leave out', async (t) => {
    const { read } = await hostedBy(t, 'docker');
    const guard = /^RUN (secrets=.*)$/m.exec(await read('Dockerfile'))?.[1] ?? '';
    const app = await workspace(t, { '.env.example': '' }, { '.env.example': '' });
    await mkdir(join(app, 'node_modules/other'), { recursive: true });
    await writeFile(join(app, 'node_modules/other/.env'), '');
    const build = () => spawnSync('sh', ['-c', guard.replaceAll('/app', join(app, '../..'))], { encoding: 'utf8' });
    assert.deepEqual([build().status, build().stderr], [0, '']);
    await writeFile(join(app, '../../.env.production'), '');
    await writeFile(join(app, 'rewards.db-wal'), '');
    const { status, stderr } = build();
    assert.equal(status, 1);
    assert.match(stderr, /\/rewards\.db-wal$/m);
    assert.match(stderr, /\/\.env\.production$/m);
    assert.match(stderr, /\nThese would be in the image\. Build with BuildKit .*\n$/);
  });

  it('tells each host where the root is, and where the files are', async (t) => {
    const compose = parseYaml(await (await hostedBy(t, 'compose')).read('compose.yaml'));
    assert.deepEqual(compose.services.rewards.build, { context: '../..', dockerfile: 'packages/site/Dockerfile' });
    const fly = await hostedBy(t, 'fly');
    assert.match(
      fly.stdout,
      /^ {2}cd \.\.\/\.\. && fly deploy \. --config packages\/site\/fly\.toml --dockerfile packages\/site\/Dockerfile --ignorefile packages\/site\/Dockerfile\.dockerignore$/m,
    );
    const render = await hostedBy(t, 'render');
    const [service] = parseYaml(await render.read('render.yaml')).services;
    assert.deepEqual([service.dockerfilePath, service.dockerContext], ['./packages/site/Dockerfile', '.']);
    assert.match(render.stdout, /in the dashboard, with packages\/site\/render\.yaml as its path, which asks/);
    const railway = await hostedBy(t, 'railway');
    assert.match(
      await railway.read('.railway/railway.ts'),
      /^ {6}RAILWAY_DOCKERFILE_PATH: 'packages\/site\/Dockerfile',$/m,
    );
    assert.match(railway.stdout, /^ {2}cd \.\.\/\.\.\n {2}railway init$/m);
    assert.match(railway.stdout, /^ {2}railway config apply --file packages\/site\/\.railway\/railway\.ts /m);
    assert.match(railway.stdout, /^ {2}\(cd packages\/site && REWARDS_DB=… npx rewards ledger create\) /m);
  });

  it('copies the root to the machine of a service, and finds the programs there: systemd', async (t) => {
    const { stdout, read } = await hostedBy(t, 'systemd');
    const unit = await read('rewards.service');
    assert.match(stdout, /^ {2}sudo cp -r \.\.\/\.\. \/opt\/rewards$/m);
    assert.match(
      stdout,
      /^ {2}sudo -u rewards env 'PATH=\/opt\/rewards\/packages\/site\/node_modules.*' rewards ledger create --db/m,
    );
    assert.match(unit, /^WorkingDirectory=\/opt\/rewards\/packages\/site$/m);
    const folders = '/opt/rewards/packages/site/node_modules/.bin:/opt/rewards/node_modules/.bin';
    assert.ok(unit.includes(`\nEnvironment="PATH=${folders}:/usr/local/bin:/usr/bin:/bin"\n`), unit);
    assert.match(unit, /^ExecStart=\/usr\/bin\/env rewards serve$/m);
    const server = await (await hostedBy(t, 'systemd', 'node')).read('rewards.service');
    assert.match(server, /^ExecStart=\/usr\/bin\/node server\.ts$/m);
  });
});
