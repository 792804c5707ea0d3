import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { type LambdaEvent, toLambdaHandler } from '../../../src/proxy/adapters/lambda.ts';
import { linkPackages, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { type Databases, openDatabases } from '../../support/databases/databases.ts';
import { allOr, isThorough } from '../../support/thorough.ts';
import { run, runNode, startNode } from '../command.ts';
import { stubService } from '../stub-service.ts';
import { projectOf, type Scaffold, scaffold } from './scaffold.ts';

const MEMBER = '903618274509136283';
const VISITOR = '203.0.113.9';
const CLAIMS = '/rewards/actions/daily/claims';
const HEALTH = '/rewards/health';

/** What the tests look at in AWS' template. */
interface Template {
  Resources: {
    Rewards: {
      Properties: {
        Handler: string;
        Environment: { Variables: object };
        Events: { Settle: { Properties: { Schedule: string; Input: string } } };
      };
    };
  };
}

/** CloudFormation's own tags are read as plain text. */
function template(text: string): Template {
  const customTags = ['!Ref', '!Sub'].map((tag) => ({ tag, resolve: (value: string) => value }));
  return parseYaml(text, { customTags }) as Template;
}

/** How a host calls what was written, as the text of a function of a module and a web request. */
const CALLS: Record<string, { file: string; call: string }> = {
  // https://vercel.com/docs/functions: a default export with fetch. The rewrite leaves the address of the request as it was.
  vercel: {
    file: 'api/rewards.mjs',
    call: `(module, request) => {
      request.headers.set('x-forwarded-for', '${VISITOR}');
      return module.default.fetch(request);
    }`,
  },
  // https://docs.netlify.com/functions/api: a default export that takes the request and a context.
  netlify: {
    file: 'netlify/functions/rewards.mjs',
    call: `(module, request) => module.default(request, { ip: '${VISITOR}' })`,
  },
  // https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html: payload format 2.0.
  lambda: {
    file: 'lambda.mjs',
    call: `async (module, request) => {
      const { pathname: rawPath, search, host: domainName } = new URL(request.url);
      const http = { method: request.method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '${VISITOR}', userAgent: 'agent' };
      const { statusCode, body, headers } = await module.handler({
        version: '2.0',
        routeKey: '$default',
        rawPath,
        rawQueryString: search.slice(1),
        headers: Object.fromEntries(request.headers),
        requestContext: { domainName, http, stage: '$default' },
        body: request.method === 'POST' ? Buffer.from(await request.text()).toString('base64') : undefined,
        isBase64Encoded: request.method === 'POST',
      });
      return new Response(body, { status: statusCode, headers });
    }`,
  },
};

/** Has the limits of a process wait for a machine that pauses: none is what is tried here. */
const PATIENTLY = `
  const later = setTimeout;
  globalThis.setTimeout = (run, ms, ...args) => later(run, ms < 1_000 ? ms : 100 * ms, ...args);`;

/** The arguments of node for a process that is woken by the request, as the first on an instance is, and says what it answered. */
function waking({ folder }: Scaffold, host: string, path: string, body?: object): string[] {
  const { file = '', call = '' } = CALLS[host] ?? {};
  const url = pathToFileURL(join(folder, file)).href;
  const headers = { 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  const code = `${PATIENTLY}
    const call = ${call};
    const request = new Request(${JSON.stringify(`https://example.org${path}`)}, ${JSON.stringify(init)});
    const response = await call(await import(${JSON.stringify(url)}), request);
    console.log(JSON.stringify({ status: response.status, body: await response.json() }));
    process.exit(0);`;
  return ['--input-type=module', '--eval', code];
}

describe('rewards init with a host of functions', () => {
  let postgres: Databases;
  before(async () => {
    postgres = await openDatabases();
  });
  after(() => postgres[Symbol.asyncDispose]());

  /** A site with a ledger, and what its function is to know. */
  async function functionSite(t: TestContext, host: string) {
    const service = await stubService(t);
    const site = await scaffold(t, 'standalone', '--host', host, '--origin', 'https://example.org');
    await linkPackages(site.folder, [...OWN_PACKAGES, 'pg']);
    const env = {
      REWARDS_BASE_URL: service.url,
      REWARDS_API_KEY: site.apiKey,
      REWARDS_DB: await postgres.createLedger(),
    };
    return { service, site, env };
  }

  async function answer({ folder: cwd }: Scaffold, args: readonly string[], env: Record<string, string>) {
    const { code, stdout, stderr } = await runNode(args, { cwd, env });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return JSON.parse(stdout) as { status: number; body: Record<string, unknown> };
  }

  const [first] = Object.keys(CALLS);
  for (const host of Object.keys(CALLS)) {
    it(`pays once, by whichever process, and knows whose a request is: ${host}`, async (t) => {
      const { service, site, env } = await functionSite(t, host);
      assert.match(site.stdout, /^ {2}npm install pg$/m);
      const claim = () => answer(site, waking(site, host, CLAIMS, { memberId: MEMBER }), env);
      assert.equal((await claim()).status, 201);
      // Once the function answers, all else is the proxy's and the same.
      if (host !== first && !isThorough) return;
      const again = await claim();
      assert.deepEqual([again.status, again.body['code']], [409, 'already-claimed']);
      assert.equal(service.calls.length, 1);
      const health = await answer(site, waking(site, host, HEALTH), env);
      assert.deepEqual(health, { status: 200, body: { status: 'ok' } });
    });
  }

  it('settles what a process left in flight that was cut off, with the next question for health, and pays nobody twice', async (t) => {
    const { service, site, env } = await functionSite(t, 'lambda');
    const release = service.hold();
    const cutOff = startNode(waking(site, 'lambda', CLAIMS, { memberId: MEMBER }), { cwd: site.folder, env });
    await service.called(1);
    await cutOff.stop('SIGKILL');
    release();
    const database = new Pool({ connectionString: env.REWARDS_DB });
    await database.query('UPDATE rewards.grants SET deadline = 0');
    await database.end();
    const claims = async () => (await run(['claims', 'list', '--state', 'unknown', '--db', env.REWARDS_DB])).stdout;
    assert.doesNotMatch(await claims(), new RegExp(MEMBER));
    // What the settling of a claim says in the log is a warning.
    const { code } = await runNode(waking(site, 'lambda', HEALTH), { cwd: site.folder, env });
    assert.equal(code, 0);
    assert.match(await claims(), /daily/);
    assert.equal(service.calls.length, 1);
  });

  it('has Netlify settle every five minutes, and AWS', async (t) => {
    const { site, env } = await functionSite(t, 'netlify');
    const url = pathToFileURL(join(site.folder, 'netlify/functions/rewards-settle.mjs')).href;
    const code = `${PATIENTLY} const { default: settle, config } = await import(${JSON.stringify(url)}); await settle(); console.log(config.schedule); process.exit(0);`;
    const { stdout, stderr } = await runNode(['--input-type=module', '--eval', code], { cwd: site.folder, env });
    assert.deepEqual({ stdout, stderr }, { stdout: '*/5 * * * *\n', stderr: '' });

    const { read } = await scaffold(t, 'standalone', '--host', 'lambda');
    const { Resources } = template(await read('template.yaml'));
    const { Handler, Events, Environment } = Resources.Rewards.Properties;
    assert.equal(Handler, 'lambda.handler');
    assert.deepEqual(Object.keys(Environment.Variables), ['REWARDS_BASE_URL', 'REWARDS_API_KEY', 'REWARDS_DB']);
    const { Schedule, Input } = Events.Settle.Properties;
    assert.equal(Schedule, 'rate(5 minutes)');
    const answered = toLambdaHandler({ fetch: async ({ method, url: asked }) => new Response(`${method} ${asked}`) });
    assert.equal((await answered(JSON.parse(Input) as LambdaEvent)).body, 'GET https://localhost/rewards/health');
  });

  it('writes files that their readers understand', async (t) => {
    const { read } = await scaffold(t, 'standalone', '--host', 'vercel');
    const settings = JSON.parse(await read('vercel.json')) as { functions: object; crons: { path: string }[] };
    assert.deepEqual(Object.keys(settings.functions), ['api/rewards.mjs']);
    assert.deepEqual(settings.crons[0]?.path, HEALTH);
    const netlify = parseToml(await (await scaffold(t, 'standalone', '--host', 'netlify')).read('netlify.toml'));
    assert.partialDeepStrictEqual(netlify, {
      build: { publish: 'public', environment: { NODE_VERSION: '24' } },
      headers: [{ for: '/*', values: { 'Strict-Transport-Security': 'max-age=31536000' } }],
    });
  });

  for (const framework of allOr(['next'], ['next', 'sveltekit', 'astro', 'nuxt'])) {
    it(`leaves the function to the framework, and knows whose a request is: ${framework}`, async (t) => {
      const { stdout, read } = await scaffold(t, framework, '--host', 'netlify');
      const module = /^ {2}((?:.*\/)?rewards\.ts)$/m.exec(stdout)?.[1] ?? '';
      assert.match(await read(module), /new Pool\(\{ .*max: 3, idleTimeoutMillis: 1_000 \}\)/);
      assert.match(await read('rewards.config.ts'), /clientAddressHeader: 'x-nf-client-connection-ip'/);
      assert.doesNotMatch(stdout, /netlify\.toml|rewards\.mjs/);
      assert.match(stdout, /^ {2}npx netlify deploy --build --prod$/m);
    });
  }

  it('takes the address of the site for that of the proxy, where the host has both', async (t) => {
    const site = await scaffold(t, 'standalone', '--host', 'vercel', '--origin', 'https://example.org');
    assert.match(await site.read('public/check-in.html'), /endpoint="https:\/\/example\.org\/rewards"/);
  });

  it('refuses kinds of sites that the host does not run', async (t) => {
    const cwd = await projectOf(t, 'hono');
    const server = await run(['init', '--yes', '--framework', 'hono', '--host', 'vercel'], { cwd });
    assert.deepEqual([server.code, server.stdout], [2, '']);
    assert.match(
      server.stderr,
      /--host vercel runs functions, and takes standalone, next, sveltekit, astro, nuxt: for hono,/,
    );
    const kept = await run(['init', '--yes', '--framework', 'standalone', '--host', 'lambda', '--ledger', 'sqlite'], {
      cwd,
    });
    assert.equal(kept.code, 2);
    assert.match(kept.stderr, /--ledger must be postgres with --host lambda: its disk does not last/);
  });
});
