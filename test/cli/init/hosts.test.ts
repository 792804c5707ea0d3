import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import manifest from '../../../package.json' with { type: 'json' };
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { HOSTS } from '../../../src/cli/init/hosts/index.ts';
import { createLedger } from '../../../src/cli/init/hosts/image.ts';
import { loadConfig, usualConfig } from '../../../src/cli/config/load-config.ts';
import { createSqliteLedger } from '../../../src/ledger/sqlite.ts';
import { freePort } from '../../support/http/free-port.ts';
import { folderOf, linkPackages, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { folderWith, run, Running } from '../command.ts';
import { stubService, type StubService } from '../stub-service.ts';
import { INSTALLS, projectOf, type Scaffold, scaffold } from './scaffold.ts';
import { allOr } from '../../support/thorough.ts';

const OWN = 'node_modules/.bin/rewards';
/** The ledger, on the container's disk. */
const LEDGER = 'data.db';
/** So many press at once. */
const MEMBERS = Array.from({ length: 64 }, (_, at) => String(1_048_273_615_902_847_361n + BigInt(at)));
const SERVED = FRAMEWORKS.filter(({ command }) => command).map(({ name }) => name);
const IN_IMAGE = ['docker', 'compose', 'fly', 'render', 'railway'];
const WITHOUT_DISK = ['fly', 'render', 'railway'];

/** What an image's file says of how it is run. */
interface Image {
  command: string[];
  health: string[];
  env: Record<string, string>;
}

function readImage(text: string): Image {
  const list = (pattern: RegExp) => JSON.parse(pattern.exec(text)?.[1] ?? '') as string[];
  const [, env = ''] = /^ENV (.*)$/m.exec(text) ?? [];
  return {
    command: list(/^CMD (\[.*\])$/m),
    health: list(/^HEALTHCHECK .*CMD (\[.*\])$/m),
    env: Object.fromEntries(env.split(' ').map((pair) => pair.split('='))) as Record<string, string>,
  };
}

/** What the container would be: the project's folder with its packages, the image's variables, and a disk of its own. */
async function container(t: TestContext, site: Scaffold, service: StubService) {
  await linkPackages(site.folder, [...OWN_PACKAGES, 'express', 'hono', '@hono/node-server']);
  // What is on the machine stays out of the image.
  await rm(join(site.folder, 'rewards.db'), { force: true });
  const image = readImage(await site.read('Dockerfile'));
  const env = {
    ...process.env,
    ...image.env,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    REWARDS_DB: join(site.folder, LEDGER),
    REWARDS_BASE_URL: service.url,
    REWARDS_API_KEY: site.apiKey,
  };
  const launch = ([program = '', ...args]: readonly string[]): Running => {
    // npm makes a program of the script, which has node run it in its place.
    const script = program === OWN ? [join(folderOf('rewards-proxy'), 'dist/cli/rewards.js')] : [];
    assert.ok(program === OWN || program === 'node', program);
    const child = spawn(process.execPath, [...script, ...args.map((arg) => arg.replace(/^0\.0\.0\.0$/, '127.0.0.1'))], {
      cwd: site.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running = new Running(child);
    t.after(() => running.stop('SIGKILL'));
    return running;
  };
  return { image, launch, url: `http://127.0.0.1:${env.PORT}` };
}

const press = (url: string, memberId: string): Promise<Response> =>
  fetch(`${url}/rewards/actions/daily/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ memberId }),
  });

describe('rewards init with a host', () => {
  const ownServers = SERVED.filter((name) => name !== 'express');
  for (const framework of allOr(ownServers.slice(0, 1), ownServers)) {
    it(`writes an image whose server is healthy, and settles what is in flight when it is stopped: ${framework}`, async (t) => {
      const service = await stubService(t);
      const site = await scaffold(t, framework, '--host', 'docker');
      const { image, launch, url } = await container(t, site, service);
      assert.doesNotMatch(image.command.join(' '), /\bnp[mx]\b|\bsh\b/, 'the signal to stop reaches the server');
      assert.equal(await launch(image.health).ended, 1, 'nothing serves yet');
      const unmade = launch(image.command);
      assert.equal(await unmade.ended, 1);
      assert.match(unmade.stderr, /rewards ledger create/);
      assert.equal(await launch(createLedger({ inWorkspace: '' }).split(' ')).ended, 0);

      const server = launch(image.command);
      await server.url();
      assert.equal(await launch(image.health).ended, 0);
      const answer = service.hold();
      const presses = MEMBERS.map((memberId) => press(url, memberId));
      await service.called(MEMBERS.length);
      server.child.kill('SIGTERM');
      answer();
      const statuses = (await Promise.all(presses)).map(({ status }) => status);
      assert.deepEqual(
        statuses,
        MEMBERS.map(() => 201),
      );
      assert.equal(await server.ended, 0);
    });

    it(`writes an image whose server answers everybody before it is gone: ${framework}`, async (t) => {
      const service = await stubService(t);
      const site = await scaffold(t, framework, '--host', 'docker');
      const { image, launch, url } = await container(t, site, service);
      createSqliteLedger(join(site.folder, LEDGER));
      const server = launch(image.command);
      await server.url();
      const answer = service.hold();
      service.breakOff();
      const presses = MEMBERS.map((memberId) => press(url, memberId));
      await service.called(MEMBERS.length);
      server.child.kill('SIGTERM');
      // All of them end at once, and that was all that the server waited for.
      answer();
      for (const { status } of await Promise.all(presses)) assert.equal(status, 202);
      assert.equal(await server.ended, 0);
    });
  }

  for (const host of HOSTS.filter(({ name }) => name !== 'workers')) {
    const { name, keepsFiles, addresses, functionsOf } = host;
    it(`says in the config whose a request is, and what to type: ${name}`, async (t) => {
      const site = await scaffold(t, 'standalone', '--host', name, '--proxy', 'https://example.org/rewards');
      const config = await loadConfig(usualConfig(site.folder) ?? '');
      assert.ok((await site.read(functionsOf ? 'rewards.config.mjs' : 'rewards.config.ts')).includes(addresses));
      // API Gateway says whose a request is, and no header.
      assert.equal((config.trustedProxies ?? []).length > 0, name !== 'lambda');
      const served = {
        framework: 'standalone',
        command: ['node', 'server.ts'],
        inContainer: [],
        image: () => '',
        inWorkspace: '',
        ledger: keepsFiles ? 'sqlite' : 'postgres',
      } as const;
      for (const file of Object.keys(host.files(served))) assert.ok(site.stdout.includes(`  ${file}\n`), file);
      assert.match(site.stdout, /^To go live \([^]*rewards ledger create.* # once/m);
    });
  }

  for (const [name, port] of Object.entries({ docker: 8080, compose: 8080, systemd: 8787 })) {
    it(`says where a web server with TLS finds the proxy: ${name}`, async (t) => {
      const { stdout } = await scaffold(t, 'standalone', '--host', name);
      assert.ok(stdout.includes(`pass requests on to 127.0.0.1:${port}:`), stdout);
    });
  }

  it('writes files that their readers understand', async (t) => {
    const compose = parseYaml(await (await scaffold(t, 'node', '--host', 'compose')).read('compose.yaml')) as {
      services: Record<string, { volumes: string[]; stop_grace_period: string }>;
      volumes: object;
    };
    assert.deepEqual(Object.keys(compose.volumes), ['ledger']);
    assert.deepEqual(compose.services['rewards']?.volumes, ['ledger:/data']);
    const fly = parseToml(await (await scaffold(t, 'node', '--host', 'fly')).read('fly.toml'));
    assert.equal(fly['kill_signal'], 'SIGTERM');
    const headers = { 'Strict-Transport-Security': 'max-age=31536000' };
    assert.partialDeepStrictEqual(fly, { http_service: { http_options: { response: { headers } } } });
    const render = parseYaml(await (await scaffold(t, 'node', '--host', 'render')).read('render.yaml')) as {
      services: { envVars: { key: string }[] }[];
    };
    const names = render.services[0]?.envVars.map(({ key }) => key);
    assert.deepEqual(names, ['REWARDS_BASE_URL', 'REWARDS_API_KEY', 'REWARDS_DB']);
    const railway = await (await scaffold(t, 'node', '--host', 'railway')).read('.railway/railway.ts');
    assert.match(railway, /RAILWAY_DEPLOYMENT_DRAINING_SECONDS: '40'/);
    const unit = await (await scaffold(t, 'hono', '--host', 'systemd')).read('rewards.service');
    assert.match(unit, /^ExecStart=\/usr\/bin\/node rewards-server\.ts$/m);
    // The web server before it is on the same machine, and nobody else is to reach it.
    const beside = await (await scaffold(t, 'standalone', '--host', 'systemd')).read('rewards.service');
    assert.match(beside, /^ExecStart=\/opt\/rewards\/node_modules\/\.bin\/rewards serve$/m);
    // The signal has `rewards serve` read the key again. It would end a server of the site's own.
    assert.match(beside, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
    assert.doesNotMatch(unit, /^ExecReload=/m);
    const image = await (await scaffold(t, 'standalone', '--host', 'docker')).read('Dockerfile');
    assert.match(image, /^CMD \["node_modules\/\.bin\/rewards", "serve", "--host", "0\.0\.0\.0"\]$/m);
  });

  it('takes from a service what it does not need, but leaves it what Node compiles with: systemd', async (t) => {
    const unit = await (await scaffold(t, 'standalone', '--host', 'systemd')).read('rewards.service');
    for (const line of ['CapabilityBoundingSet=', 'RestrictNamespaces=yes', 'PrivateDevices=yes', 'UMask=0077']) {
      assert.ok(unit.split('\n').includes(line), line);
    }
    assert.match(unit, /^RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX$/m);
    assert.doesNotMatch(unit, /^MemoryDenyWriteExecute/m);
  });

  it('has an image install by the lockfile of the project', async (t) => {
    for (const [lockfile, install] of INSTALLS) {
      // oxlint-disable no-await-in-loop -- four
      const cwd = await folderWith(t, { 'package.json': '{}', [lockfile]: '' });
      await run(['init', '--yes', '--framework', 'node', '--host', 'docker'], { cwd });
      const lines = (await readFile(join(cwd, 'Dockerfile'), 'utf8')).split('\n');
      // oxlint-enable no-await-in-loop
      assert.ok(lines.includes(`RUN ${install}`), lines.join('\n'));
      const before = lines.slice(0, lines.indexOf(`RUN ${install}`));
      assert.ok(before.includes(lockfile === 'package-lock.json' ? 'COPY package*.json ./' : 'COPY . .'));
    }
  });

  for (const host of IN_IMAGE) {
    it(`runs the Node that everything here is tried with: ${host}`, async (t) => {
      const { read } = await scaffold(t, 'node', '--host', host);
      assert.match(await read('Dockerfile'), new RegExp(`^FROM node:${manifest.devDependencies.node}-slim$`, 'm'));
    });

    it(`leaves the key and the ledger of this machine out of the image: ${host}`, async (t) => {
      const { read } = await scaffold(t, 'node', '--host', host);
      const left = (await read('.dockerignore')).split('\n');
      assert.deepEqual(left, ['**/.env*', '!**/.env.example', '**/.git', '**/node_modules', '**/rewards.db*', '']);
    });
  }

  for (const host of WITHOUT_DISK) {
    it(`keeps no ledger on a disk that does not last: ${host}`, async (t) => {
      const site = await scaffold(t, 'node', '--host', host);
      assert.match(await site.read('rewards.ts'), /postgresLedger/);
      const cwd = await projectOf(t, 'node');
      const { code, stderr } = await run(['init', '--yes', '--host', host, '--ledger', 'sqlite'], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`--ledger must be postgres with --host ${host}: its disk does not last`));
    });
  }

  it('takes the kind of site that a host is for, and the host that a kind of site is for', async (t) => {
    const cwd = await projectOf(t, 'node');
    const workers = await run(['init', '--yes', '--host', 'workers', '--dir', 'a'], { cwd });
    assert.equal(workers.code, 0, workers.stderr);
    assert.match(workers.stdout, /^ {2}rewards-worker\.ts$/m);
    assert.match(workers.stdout, /^To go live \(Cloudflare Workers,[^]*REWARDS_LEDGER:new {4}# once/m);
    // Only such a class has SQLite, and it stays so from the first deployment on.
    const { migrations, durable_objects: objects } = JSON.parse(await readFile(join(cwd, 'a/wrangler.json'), 'utf8'));
    assert.deepEqual(migrations, [{ tag: 'v1', new_sqlite_classes: [objects.bindings[0].class_name] }]);
    const named = await run(['init', '--yes', '--framework', 'workers', '--dir', 'b'], { cwd });
    const told = (text: string, folder: string) => text.replaceAll(/emu_\w+/g, '').replace(`cd ${folder}`, '');
    assert.equal(told(named.stdout, 'b'), told(workers.stdout, 'a'));
    const lambda = await run(['init', '--yes', '--host', 'lambda', '--dir', 'c'], { cwd });
    assert.equal(lambda.code, 0, lambda.stderr);
    assert.match(lambda.stdout, /^ {2}lambda\.mjs$/m);
    const served = await run(['init', '--yes', '--host', 'docker', '--dir', 'd'], { cwd });
    assert.match(served.stdout, /^ {2}server\.ts$/m);
  });

  it('refuses what it does not know, or cannot run', async (t) => {
    const cwd = await projectOf(t, 'astro');
    const unknown = await run(['init', '--yes', '--framework', 'astro', '--host', 'heroku'], { cwd });
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(
      unknown.stderr,
      /--host must be one of docker, compose, systemd, fly, render, railway, workers, vercel, netlify, lambda, not heroku/,
    );
    const built = await run(['init', '--yes', '--framework', 'astro', '--host', 'docker'], { cwd });
    assert.equal(built.code, 2);
    assert.match(
      built.stderr,
      /--host docker runs servers that need no build, and takes node, standalone, hono, express: for astro,/,
    );
    // What the project is made with counts, where no kind of site is named.
    const found = await run(['init', '--yes', '--host', 'workers'], { cwd });
    assert.equal(found.code, 2);
    assert.match(found.stderr, /--host workers runs functions, and takes workers: for astro, see/);
    // But for a site that wants no more than a proxy beside it.
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ devDependencies: { vite: '8' } }));
    const beside = await run(['init', '--yes', '--host', 'workers'], { cwd });
    assert.equal(beside.code, 0, beside.stderr);
    assert.match(beside.stdout, /^ {2}rewards-worker\.ts$/m);
  });
});
