import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { parseSync } from 'vite';
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { loadConfig } from '../../../src/cli/config/load-config.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { linkPackages } from '../../support/processes/own-packages.ts';
import { folderWith, run, runNode } from '../command.ts';
import { ODD_TITLE, projectOf, scaffold } from './scaffold.ts';

const FILES: Record<string, string[]> = {
  node: ['index.html', 'rewards.ts', 'server.ts'],
  standalone: ['public/check-in.html'],
  hono: ['check-in.html', 'rewards-routes.ts', 'rewards-server.ts', 'rewards.ts'],
  express: ['check-in.html', 'rewards-routes.ts', 'rewards-server.ts', 'rewards.ts'],
  next: ['app/check-in/page.tsx', 'app/rewards/[...path]/route.ts', 'rewards.ts'],
  sveltekit: [
    'src/lib/server/rewards.ts',
    'src/routes/check-in/+page.svelte',
    'src/routes/rewards/[...path]/+server.ts',
  ],
  astro: ['src/pages/check-in.astro', 'src/pages/rewards/[...path].ts', 'src/rewards.ts'],
  nuxt: ['app/pages/check-in.vue', 'server/routes/rewards/[...path].ts', 'server/utils/rewards.ts'],
  bun: ['index.html', 'rewards.ts', 'server.ts'],
  deno: ['index.html', 'rewards.ts', 'server.ts'],
  workers: ['public/check-in.html', 'rewards-worker.ts', 'wrangler.json'],
};

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
const NO_GIT = spawnSync('git', ['--version']).status !== 0 && 'there is no git';

/** The files in a folder, but for what a test puts there. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== 'package.json')
    .toSorted();
}

describe('rewards init', { concurrency: true }, () => {
  it('knows each framework by a name of its own', () => {
    assert.deepEqual(
      FRAMEWORKS.map(({ name }) => name),
      Object.keys(FILES),
    );
  });

  for (const [framework, files] of Object.entries(FILES)) {
    it(`sets up ${framework}, whatever the title`, async (t) => {
      const args = [
        '--title',
        ODD_TITLE,
        '--action',
        '2026-daily',
        '--points',
        '25',
        '--origin',
        'https://example.org',
      ];
      const { folder, stdout, apiKey, read } = await scaffold(t, framework, ...args);
      const ledger = framework === 'workers' ? [] : ['rewards.db'];
      const written = ['rewards.config.ts', '.env', '.env.example', '.gitignore', ...ledger, ...files].toSorted();
      assert.deepEqual(await filesIn(folder), written);
      for (const file of written) assert.ok(stdout.includes(`  ${file}\n`), `${file} is not named`);

      assert.equal((await stat(join(folder, '.env'))).mode & 0o777, 0o600, 'is for its owner alone');
      const env = parseEnv(await read('.env'));
      const more = framework === 'workers' ? { REWARDS_LEDGER: 'new' } : {};
      assert.deepEqual({ ...env }, { REWARDS_BASE_URL: 'http://127.0.0.1:8788', REWARDS_API_KEY: apiKey, ...more });
      const config = await loadConfig(join(folder, 'rewards.config.ts'));
      const { port } = FRAMEWORKS.find(({ name }) => name === framework) ?? {};
      const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
      assert.deepEqual(config.origins, ['https://example.org', ...(port === null ? [] : local)]);
      const empty = sqliteLedger(':memory:');
      t.after(() => empty.close());
      const proxy = createProxy({ ...config, ledger: empty, env });
      const response = await proxy.fetch(new Request('http://localhost/rewards/actions/2026-daily'));
      const { title, grants } = (await response.json()) as { title: string; grants: unknown };
      assert.equal(title, ODD_TITLE);
      assert.deepEqual(grants, [{ type: 'points', points: 25 }]);

      for (const file of written.filter((path) => /\.tsx?$/.test(path))) {
        // oxlint-disable-next-line no-await-in-loop -- a handful
        assert.deepEqual(parseSync(file, await read(file)).errors, [], file);
      }
      const page = files.find((path) => /check-in|index\.html/.test(path)) ?? '';
      assert.match(
        await read(page),
        /<(rewards-checkin|component :is="'rewards-checkin'")[^>]* action="?\{?.?2026-daily/,
      );
      if (/\.(html|svelte|astro)$/.test(page))
        assert.doesNotMatch(await read(page), /odd"|process\.exit\(1\)\}|<b>|\{x/);
    });
  }

  for (const framework of ['node', 'workers']) {
    it(`keeps out of version control what has to stay out: ${framework}`, { skip: NO_GIT }, async (t) => {
      const { folder } = await scaffold(t, framework);
      const later = ['rewards.db', 'rewards.db-wal', 'rewards.db-shm', 'node_modules/x.js'];
      if (framework === 'workers') later.push('.wrangler/state.sqlite');
      await Promise.all(['node_modules', '.wrangler'].map((path) => mkdir(join(folder, path))));
      await Promise.all(later.map((path) => writeFile(join(folder, path), 'secret')));
      git(folder, 'init', '--quiet');
      git(folder, 'add', '--all');
      const added = git(folder, 'ls-files').split('\n');
      assert.deepEqual(
        added.filter((path) => [...later, '.env'].includes(path)),
        [],
      );
      assert.ok(added.includes('.env.example') && added.includes('.gitignore'));
    });
  }

  it('prints the key that it put into .env, and a new one each time', async (t) => {
    const [one, other] = [await scaffold(t, 'node'), await scaffold(t, 'node')];
    assert.match(one.apiKey, /^emu_[0-9a-f]{40}$/);
    assert.notEqual(one.apiKey, other.apiKey);
    assert.match(one.stdout, new RegExp(`^  npx rewards emulate --api-key ${one.apiKey}$`, 'm'));
    assert.match(await one.read('.env.example'), /^REWARDS_BASE_URL=http:\/\/127\.0\.0\.1:8788$/m);
  });

  it('leaves alone the example of .env that a project has, and writes one of another name', async (t) => {
    const theirs = 'DATABASE_URL="file:./db.sqlite"\n';
    const manifest = JSON.stringify({ dependencies: { next: '16' } });
    const cwd = await folderWith(t, { 'package.json': manifest, '.env.example': theirs, '.env': theirs });
    const { code, stdout } = await run(['init', '--yes'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}\.env\.rewards\.example$/m);
    assert.match(stdout, /^ {2}\(echo; cat \.env\.rewards\.example\) >> \.env$/m);
    assert.equal(await readFile(join(cwd, '.env.example'), 'utf8'), theirs);
    assert.equal(await readFile(join(cwd, '.env'), 'utf8'), theirs);
    assert.match(await readFile(join(cwd, '.env.rewards.example'), 'utf8'), /^REWARDS_API_KEY=emu_/m);
    // Its own it does not take for the project's.
    await rm(join(cwd, '.env.rewards.example'));
    await writeFile(join(cwd, '.env.example'), 'REWARDS_API_KEY=emu_old\n');
    assert.equal((await run(['init', '--yes', '--force'], { cwd })).code, 0);
    assert.match(await readFile(join(cwd, '.env.example'), 'utf8'), /^REWARDS_BASE_URL=/m);
  });

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

  it('takes what package.json depends on for what the site is made with', async (t) => {
    const made: [manifest: object, framework: string][] = [
      [{ dependencies: { next: '16' } }, 'next'],
      [{ devDependencies: { '@sveltejs/kit': '2', wrangler: '4' } }, 'sveltekit'],
      [{ dependencies: { express: '5' } }, 'express'],
      [{ dependencies: { react: '19' } }, 'node'],
      [{ dependencies: { react: '19' }, devDependencies: { vite: '8' } }, 'standalone'],
    ];
    for (const [manifest, framework] of made) {
      // oxlint-disable-next-line no-await-in-loop -- five
      const cwd = await folderWith(t, { 'package.json': JSON.stringify(manifest) });
      // oxlint-disable-next-line no-await-in-loop
      const { code } = await run(['init', '--yes'], { cwd });
      // oxlint-disable-next-line no-await-in-loop
      const written = await filesIn(cwd);
      assert.equal(code, 0);
      for (const path of FILES[framework] ?? []) assert.ok(written.includes(path), `${framework}: ${path}`);
    }
  });

  it('leaves a site that is there as it is, and writes a proxy for it', async (t) => {
    const page = '<h1>Harbour Lights</h1>';
    for (const path of ['index.html', 'hugo.toml']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const cwd = await folderWith(t, { [path]: page });
      // oxlint-disable-next-line no-await-in-loop
      const { code, stderr, stdout } = await run(['init', '--yes'], { cwd });
      assert.equal(code, 0, stderr);
      assert.equal(stdout.includes('they can also read .env'), path === 'index.html');
      // oxlint-disable-next-line no-await-in-loop
      const written = await filesIn(cwd);
      assert.ok(written.includes('public/check-in.html') && !written.includes('server.ts'), written.join());
      // oxlint-disable-next-line no-await-in-loop
      assert.equal(await readFile(join(cwd, path), 'utf8'), page);
    }
    // A page that it wrote itself before is none.
    const cwd = await folderWith(t);
    assert.equal((await run(['init', '--yes'], { cwd })).code, 0);
    assert.equal((await run(['init', '--yes', '--force'], { cwd })).code, 0);
    assert.ok(!(await filesIn(cwd)).includes('public/check-in.html'));
  });

  it('reads a package.json that begins with a byte order mark, as npm does', async (t) => {
    const cwd = await folderWith(t, { 'package.json': '\uFEFF{ "dependencies": { "next": "16" } }' });
    assert.equal((await run(['init', '--yes'], { cwd })).code, 0);
    assert.ok((await filesIn(cwd)).includes('app/check-in/page.tsx'));
  });

  it('puts the address of a proxy beside the site into the page, and has only the page served', async (t) => {
    const cwd = await folderWith(t);
    const proxy = 'https://rewards.example.org/rewards';
    const { stdout } = await run(['init', '--yes', '--framework', 'standalone', '--proxy', proxy], { cwd });
    assert.match(await readFile(join(cwd, 'public/check-in.html'), 'utf8'), new RegExp(`endpoint="${proxy}"`));
    assert.match(stdout, /^ {2}npx rewards serve --env \.env$/m);
    assert.match(stdout, /^ {2}npx --yes serve --listen tcp:\/\/127\.0\.0\.1:3000 public$/m);
    const elsewhere = await folderWith(t);
    const args = ['init', '--yes', '--framework', 'standalone', '--origin', 'https://example.org'];
    const { stdout: published } = await run([...args, '--proxy', proxy], { cwd: elsewhere });
    assert.doesNotMatch(published, /--listen/);
    assert.match(
      published,
      /^Put public\/check-in\.html among the files of your site, and have the proxy answer at https:\/\/rewards\.example\.org\/rewards\.\nThen open https:\/\/example\.org\/check-in\.html /m,
    );
    const here = await folderWith(t, { 'package.json': '{}' });
    const local = ['init', '--yes', '--framework', 'standalone', '--proxy', 'http://localhost:4001/rewards'];
    const { stdout: atPort } = await run(local, { cwd: here });
    assert.match(atPort, /^ {2}npx rewards serve --env \.env --port 4001$/m);
    assert.match(await readFile(join(here, 'package.json'), 'utf8'), /"rewards serve --env \.env --port 4001"/);
    const wrong = await run(['init', '--yes', '--framework', 'standalone', '--proxy', 'rewards.example.org'], { cwd });
    assert.deepEqual([wrong.code, /--proxy must be a whole address/.test(wrong.stderr)], [2, true]);
    const within = await run(['init', '--yes', '--framework', 'node', '--proxy', proxy], { cwd });
    assert.deepEqual([within.code, /it answers on the site itself/.test(within.stderr)], [2, true]);
  });

  it('has the page take its scripts from its own site, and says how they get there, where the package is from no registry', async (t) => {
    const dependencies = { 'rewards-elements': 'file:../rewards-elements-0.1.0.tgz', 'rewards-proxy': '*' };
    for (const framework of ['standalone', 'workers']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const cwd = await folderWith(t, { 'package.json': JSON.stringify({ type: 'module', dependencies }) });
      // oxlint-disable-next-line no-await-in-loop
      const { stdout } = await run(['init', '--yes', '--framework', framework], { cwd });
      assert.match(stdout, /^ {2}cp -r node_modules\/rewards-elements\/dist\/cdn public\/rewards-elements$/m);
      assert.match(stdout, /put the folder public\/rewards-elements among your site's files, too/);
      // oxlint-disable-next-line no-await-in-loop
      const page = await readFile(join(cwd, 'public/check-in.html'), 'utf8');
      assert.match(page, / src="rewards-elements\/rewards-checkin\.js"><\/script>/);
      assert.doesNotMatch(page, /jsdelivr|integrity/);
    }
    const { stdout, read } = await scaffold(t, 'standalone');
    assert.doesNotMatch(stdout, /cp -r/);
    assert.match(await read('public/check-in.html'), /jsdelivr/);
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

  it('has days begin where this machine is, as far as it says', async (t) => {
    const zones = { 'Europe/Lisbon': 'Europe/Lisbon', ':/etc/localtime': 'UTC', 'Etc/Unknown': 'UTC' };
    for (const [TZ, timeZone] of Object.entries(zones)) {
      // oxlint-disable-next-line no-await-in-loop -- three
      const cwd = await folderWith(t);
      // oxlint-disable-next-line no-await-in-loop
      await run(['init', '--yes'], { cwd, env: { TZ } });
      // oxlint-disable-next-line no-await-in-loop
      assert.equal((await loadConfig(join(cwd, 'rewards.config.ts'))).timeZone, timeZone);
    }
  });

  it('leaves alone what is in an .env, whatever it is told', async (t) => {
    const cwd = await folderWith(t, { '.env': 'MINE=1' });
    const { stdout } = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(await readFile(join(cwd, '.env'), 'utf8'), 'MINE=1');
    assert.doesNotMatch(stdout, /^ {2}\.env$/m);
    assert.match(stdout, /^ {2}\(echo; cat \.env\.example\) >> \.env$/m);

    const again = await scaffold(t, 'node');
    const more = await run(['init', '--yes', '--force'], { cwd: again.folder });
    assert.match(await again.read('.env'), new RegExp(again.apiKey));
    assert.doesNotMatch(more.stdout, />> \.env/);
    assert.match(more.stdout, /^  npx rewards emulate --api-key KEY$/m);
    assert.match(more.stdout, /KEY is REWARDS_API_KEY of your \.env, which stays as it is/);
  });

  it('writes through no link that stands where .env would be', async (t) => {
    const cwd = await folderWith(t);
    await symlink('elsewhere', join(cwd, '.env'));
    const { code, stdout } = await run(['init', '--yes'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, />> \.env$/m);
    assert.equal(await readlink(join(cwd, '.env')), 'elsewhere');
  });

  it('adds to the .gitignore that is there', async (t) => {
    const cwd = await folderWith(t, { '.gitignore': 'dist\n' });
    const { stdout } = await run(['init', '--yes'], { cwd });
    assert.match(await readFile(join(cwd, '.gitignore'), 'utf8'), /^dist\n\n# .+\n\.env\nrewards\.db\*\n$/);
    assert.match(stdout, /^ {2}\.gitignore\n/m);
  });

  it('says nothing of what is there already', async (t) => {
    const { stdout } = await scaffold(t, 'node');
    assert.doesNotMatch(stdout, /npm install|npm pkg|  cd /);
  });

  it('follows how a project is laid out', async (t) => {
    const next = await projectOf(t, 'next');
    await mkdir(join(next, 'src/app'), { recursive: true });
    await run(['init', '--yes', '--framework', 'next'], { cwd: next });
    assert.match(await readFile(join(next, 'src/app/rewards/[...path]/route.ts'), 'utf8'), /'(\.\.\/){4}rewards'/);
    for (const source of ['', 'src/']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const pages = await projectOf(t, 'next');
      // oxlint-disable-next-line no-await-in-loop
      await mkdir(join(pages, source, 'pages'), { recursive: true });
      // oxlint-disable-next-line no-await-in-loop
      await run(['init', '--yes'], { cwd: pages });
      // oxlint-disable-next-line no-await-in-loop
      const written = (await filesIn(pages)).filter((path) => /pages|app/.test(path));
      // Next.js refuses `app` and `pages` in two folders, and a page of the app router without a layout.
      assert.deepEqual(written, [`${source}app/rewards/[...path]/route.ts`, `${source}pages/check-in.tsx`]);
    }
    // In such a project Next.js would ask for types, and make a tsconfig.json that hides the paths of jsconfig.json.
    const plain = await projectOf(t, 'next');
    await writeFile(join(plain, 'jsconfig.json'), '{}');
    await run(['init', '--yes'], { cwd: plain });
    const scripts = (await filesIn(plain)).filter((path) => /\.[mc]?[jt]sx?$/.test(path));
    assert.deepEqual(scripts, [
      'app/check-in/page.jsx',
      'app/rewards/[...path]/route.js',
      'rewards.config.mjs',
      'rewards.js',
    ]);
    for (const path of scripts) {
      // oxlint-disable-next-line no-await-in-loop -- four
      const { errors } = parseSync(path, await readFile(join(plain, path), 'utf8'), { lang: 'jsx' });
      assert.deepEqual(errors, [], path);
    }
    const nuxt = await projectOf(t, 'nuxt');
    await mkdir(join(nuxt, 'pages'));
    await run(['init', '--yes', '--framework', 'nuxt'], { cwd: nuxt });
    assert.ok((await filesIn(nuxt)).includes('pages/check-in.vue'));
    const nuxt3 = await projectOf(t, 'nuxt');
    await writeFile(join(nuxt3, 'app.vue'), '<template><NuxtPage /></template>');
    await run(['init', '--yes', '--framework', 'nuxt'], { cwd: nuxt3 });
    assert.ok((await filesIn(nuxt3)).includes('pages/check-in.vue'));
  });

  it('sends users who are in no project of the framework to make one', async (t) => {
    const cwd = await folderWith(t, { 'package.json': 'no JSON' });
    const { code, stderr } = await run(['init', '--yes', '--framework', 'astro'], { cwd });
    assert.equal(code, 2);
    assert.equal(
      stderr,
      `rewards: ${cwd} is in no project that depends on astro: make one with npm create astro@latest, or name its folder with --dir\n`,
    );
    assert.deepEqual(await filesIn(cwd), []);

    const byYarn = await folderWith(t, { 'package.json': '{}', 'yarn.lock': '' });
    const made: [framework: string, make: string][] = [
      ['astro', 'yarn create astro'],
      ['next', 'yarn create next-app'],
      ['nuxt', 'yarn create nuxt'],
      ['sveltekit', 'npx sv create'],
    ];
    for (const [framework, make] of made) {
      // oxlint-disable-next-line no-await-in-loop -- four
      const refused = await run(['init', '--yes', '--framework', framework], { cwd: byYarn });
      assert.ok(refused.stderr.includes(`make one with ${make}, or`), refused.stderr);
    }
  });
});

describe('rewards init, where something is there already', { concurrency: true }, () => {
  it('names the files in the way and writes none', async (t) => {
    const cwd = await folderWith(t, { 'server.ts': 'mine', 'index.html': 'mine too' });
    await symlink('nowhere', join(cwd, 'rewards.ts'));
    const { code, stdout, stderr } = await run(['init', '--yes'], { cwd });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(
      stderr,
      `rewards: nothing was written, because ${cwd} already has rewards.ts, server.ts, index.html, and it stays as it is: move it away, give another --dir, or replace it with --force\n`,
    );
    assert.deepEqual(await filesIn(cwd), ['index.html', 'server.ts']);
    assert.equal(await readFile(join(cwd, 'server.ts'), 'utf8'), 'mine');
  });

  it('replaces them with --force, but no folders', async (t) => {
    const cwd = await folderWith(t, { 'server.ts': 'mine' });
    await mkdir(join(cwd, 'index.html'));
    const refused = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /nothing was written, because .* already has index\.html, and what is no file is not replaced: move it away/,
    );
    assert.deepEqual(await filesIn(cwd), ['server.ts']);

    const other = await folderWith(t, { 'server.ts': 'mine' });
    assert.equal((await run(['init', '--yes', '--force'], { cwd: other })).code, 0);
    assert.match(await readFile(join(other, 'server.ts'), 'utf8'), /createServer/);
  });

  it(
    'says that a folder can be made nowhere in one that takes none',
    { skip: process.platform !== 'linux', timeout: 30_000 },
    async (t) => {
      const cwd = await folderWith(t, {});
      const { code, stderr } = await run(['init', '--yes', '--dir', '/proc/nowhere/site'], { cwd });
      assert.deepEqual([code, stderr], [1, 'rewards: nothing was written: no folder can be made in /proc\n']);
    },
  );

  it('puts no second config before the one that is there', async (t) => {
    const cwd = await folderWith(t, { 'rewards.config.json': '{}' });
    const { code, stderr } = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /nothing was written, because there is a config already, .*rewards\.config\.json: move it away/,
    );
    assert.deepEqual(await filesIn(cwd), ['rewards.config.json']);
  });

  it('leaves nothing half written', async (t) => {
    const cwd = await projectOf(t, 'astro');
    await writeFile(join(cwd, 'src'), 'a file, where a folder should be');
    const { code, stderr } = await run(['init', '--yes', '--framework', 'astro'], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: nothing was written: E\w+: .*src.*\n$/);
    assert.deepEqual(await filesIn(cwd), ['src']);
  });
});
