import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createStore } from '../../crash/store.ts';
import { until } from '../../proxy/support/transport.ts';
import { envelope, rawServer, reply } from '../../service/raw-server.ts';
import { serve } from '../../support/http/serve.ts';
import { run, start } from '../command.ts';
import { config, KEY, site } from './site.ts';

describe('rewards doctor, beside a running proxy', { concurrency: true }, () => {
  it('asks a running proxy as a browser would, and says so where its claims are no JSON any more', async (t) => {
    const { cwd, env, doctor, service } = await site(t, 'https://example.org', 'https://example.net');
    await createStore(join(cwd, 'rewards.db'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const { code, stdout } = await doctor('--url', `${url}/rewards`);
    assert.equal(code, 0);
    assert.match(stdout, /^ok {4}proxy .* is well$/m);
    assert.match(stdout, /^ok {4}proxy {4}claims reach it, and its refusals arrive$/m);
    assert.match(stdout, /^ok {4}proxy {4}pages of https:\/\/example\.net may use it$/m);

    await writeFile(join(cwd, 'other.config.ts'), config('https://elsewhere.example'));
    const wrong = await doctor('--config', 'other.config.ts', '--url', `${url}/rewards`);
    assert.match(wrong.stdout, /^fail {2}proxy {4}pages of https:\/\/elsewhere\.example may not use it/m);
    assert.match(
      (await doctor('--url', url)).stdout,
      /^fail {2}proxy .*\/health answers 404: a proxy is there, and its mount is another one/m,
    );
    assert.match((await doctor('--url', 'example.org')).stdout, /^fail {2}proxy {4}--url must be/m);

    // A web server that takes away what says that a claim is JSON.
    const front = await serve((incoming, outgoing) => {
      const { 'content-type': _, ...headers } = incoming.headers;
      const passed = httpRequest(url + incoming.url, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    t.after(front.close);
    const behind = await doctor('--url', `${front.url}/rewards`);
    assert.equal(behind.code, 1);
    assert.match(
      behind.stdout,
      /^fail {2}proxy {4}every claim is refused: something in front of it takes the header Content-Type: /m,
    );
    assert.doesNotMatch(behind.stdout, /claims reach it/);
    assert.equal(service.calls.filter(({ method }) => method === 'POST').length, 0);
  });

  it('looks at the page beside it: its origin, and whether its widgets have an action', async (t) => {
    const { cwd, env, doctor } = await site(t, 'https://example.org');
    await createStore(join(cwd, 'rewards.db'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const { code, stdout } = await doctor('--url', `${url}/rewards`, '--page', `${url}/rewards/openapi.json`);
    assert.equal(code, 1);
    assert.match(stdout, /^warn {2}page .* has no widget in its HTML/m);
    assert.ok(stdout.includes(`origins of the config lacks '${url}'`), stdout);
    assert.match(stdout, new RegExp(`^fail {2}proxy {4}pages of ${url} may not use it`, 'm'));
    assert.match((await doctor('--page', url)).stderr, /--page needs --url/);

    const mount = `${url}/rewards`;
    const widget = (action: string) => `<rewards-checkin endpoint="${mount}" action="${action}"></rewards-checkin>`;
    const page = await serve((request, response) => {
      response.writeHead(request.url === '/' ? 200 : 404).end(widget('daily') + widget('dialy'));
    });
    t.after(page.close);
    const looked = await doctor('--url', mount, '--page', `${page.url}/`);
    const found = looked.stdout.split('\n').filter((line) => /widget (?:asks|names)|names:/.test(line));
    assert.deepEqual(found, [
      `ok    page     its widget asks ${mount}`,
      "fail  page     the config has no action 'dialy', which its widget names: add it, or correct the attribute action",
    ]);
  });

  it('finds what a web server sends of the folder of the proxy', async (t) => {
    const files: Record<string, string> = { '/a/': '<rewards-onchain action="daily"></rewards-onchain>' };
    const { url, close } = await serve(({ url: path = '' }, response) => {
      response.writeHead(path in files ? 200 : 404).end(files[path]);
    });
    t.after(close);
    const { doctor } = await site(t, 'https://example.org');
    const look = async () => (await doctor('--url', `${url}/rewards`, '--page', `${url}/a/`)).stdout;
    const clean = await look();
    assert.match(clean, /^ok {4}page .*\/a\/ has a widget$/m);
    assert.ok(clean.includes(`${url} sends nobody .env or rewards.db`), clean);
    // A site of one page answers every path with it.
    Object.assign(files, {
      '/.env': files['/a/'],
      '/a/.env': 'REWARDS_API_KEY=key',
      '/rewards.db': 'SQLite format 3\0',
    });
    const open = await look();
    assert.ok(open.includes(`everybody can read ${url}/a/.env: `), open);
    assert.ok(open.includes(`everybody can read ${url}/rewards.db: `), open);
    assert.ok(!open.includes(`${url}/.env`) && !open.includes('sends nobody'), open);
  });

  it('says that the service refused the key, by the ledger and by the running proxy, until it took one', async (t) => {
    let works = false;
    await using service = await rawServer({
      onRequest: (socket, got) =>
        socket.write(got.method === 'POST' && works ? reply(200, envelope(got)) : reply(401, '{"code":9}')),
    });
    const { cwd, env } = await site(t);
    await createStore(join(cwd, 'rewards.db'));
    const at = { cwd, env: { ...env, REWARDS_BASE_URL: `http://127.0.0.1:${service.port}` } };
    const proxy = start(t, ['serve', '--port', '0'], at);
    const url = `${await proxy.url()}/rewards`;
    const doctor = () => run(['doctor', '--url', url], at);
    const claim = (memberId: string) =>
      fetch(`${url}/actions/daily/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId }),
      });

    assert.equal((await claim('284915730264819777')).status, 422);
    const wrong = await doctor();
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stdout,
      /^fail {2}key {6}the service refused the key of service at 20.*Z, and has taken none since: check/m,
    );
    assert.match(
      wrong.stdout,
      /^fail {2}proxy {4}the service does not accept the API key: .*\/api-key create makes a new/m,
    );
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, 1);

    works = true;
    await writeFile(join(cwd, 'key'), `${KEY}-new`);
    proxy.child.kill('SIGHUP');
    await until(async () => (await claim('284915730264819778')).status === 201);
    const right = await doctor();
    assert.equal(right.code, 0);
    assert.match(right.stdout, /^ok {4}key {6}the service took the key of service last at 20.*Z$/m);
    assert.match(right.stdout, /^ok {4}proxy .* is well$/m);
  });
});
