import assert from 'node:assert/strict';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { DAY, request } from '../../../src/ledger/conformance/requests.ts';
import { readPrometheus, valueOf } from '../../proxy/support/prometheus.ts';
import { askAs } from '../../support/http/ask-as.ts';
import { run, start } from '../command.ts';
import { stubService } from '../stub-service.ts';
import { claim, CONFIG, site } from './served-site.ts';
import { itInFull } from '../../support/thorough.ts';

const MALLORY = '516830294751038469';
const ALICE = '739204618530271847';

describe('rewards serve', { concurrency: true }, () => {
  it('takes claims and writes JSON lines, the one that says listening with its address', async (t) => {
    const service = await stubService(t);
    const options = await site(t, service);
    const proxy = start(t, ['serve', '--port', '0'], options);
    const { status, body } = await claim(proxy);
    assert.equal(status, 201);
    assert.deepEqual(body.grants, [{ type: 'points', points: 10, remark: 'Daily check-in' }]);
    assert.equal(await proxy.stop(), 0);

    const lines = proxy.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const listening = lines.find(({ msg }) => msg === 'listening');
    assert.equal(listening.level, 'info');
    assert.equal(listening.version, manifest.version);
    assert.equal(listening.url, await proxy.url());
    assert.equal(listening.db, join(options.cwd, 'rewards.db'));
    assert.equal(proxy.stderr, '');
    assert.doesNotMatch(proxy.output, /metrics/);
    assert.equal((await stat(listening.db)).mode & 0o777, 0o600);
  });

  itInFull('gives metrics at a port of their own on this machine, and nowhere else', async (t) => {
    const proxy = start(t, ['serve', '--port', '0', '--metrics-port', '0'], await site(t, await stubService(t)));
    await claim(proxy);
    const [, metrics = ''] = await proxy.printed(/"metrics":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/);
    const response = await fetch(metrics);
    for (const { headers } of [
      response,
      await fetch(new URL('/', metrics)),
      await fetch(metrics, { method: 'POST' }),
    ]) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; base-uri 'none'; .*frame-ancestors 'none'$/,
      );
    }
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const families = readPrometheus(await response.text());
    assert.equal(valueOf(families, 'rewards_claims_total', { action: 'daily', outcome: 'granted' }), 1);

    assert.equal((await fetch(metrics, { method: 'HEAD' })).status, 200);
    // A page of another site may have its own name lead here. The proxy itself is behind a web server, which passes the site's name on.
    assert.equal((await askAs('evil.example', metrics)).status, 421);
    assert.equal((await askAs('example.org', `${await proxy.url()}/rewards/health`)).status, 200);
    const posted = await fetch(metrics, { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
    for (const path of ['/', '/rewards/actions/daily', '/metrics/x']) {
      assert.equal((await fetch(new URL(path, metrics))).status, 404);
    }
    for (const path of ['/metrics', '/rewards/metrics']) {
      assert.equal((await fetch((await proxy.url()) + path)).status, 404);
    }
    assert.equal(await proxy.stop(), 0);
  });

  it('has a desk at a port of its own on this machine, by a link that is not in the log, and nowhere else', async (t) => {
    const proxy = start(t, ['serve', '--port', '0', '--desk', '0'], await site(t, await stubService(t)));
    await claim(proxy);
    const [, desk = '', token = ''] = await proxy.printed(/(http:\/\/127\.0\.0\.1:\d+)\/#enter=([\w-]{43})/);
    const url = /"url":"(http:[^"]+)"/.exec(proxy.stdout)?.[1] ?? '';
    assert.match(proxy.stdout, new RegExp(`"desk":"${desk}"`));
    assert.doesNotMatch(proxy.stdout, new RegExp(token));
    assert.match(proxy.stderr, new RegExp(`^The desk, by a link .*${token}\\n$`));
    assert.equal((await fetch(`${desk}/api/claims`)).status, 401);
    const headers = { 'content-type': 'application/json', origin: desk };
    const entered = await fetch(`${desk}/api/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
    assert.equal(entered.status, 204);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const listed = await fetch(`${desk}/api/claims`, { headers: { cookie } });
    assert.match(await listed.text(), /"memberId":"1048273615902847361"/);

    // A page of another site may have its own name lead here.
    assert.equal((await askAs('evil.example', `${desk}/api/claims`)).status, 421);
    for (const path of ['/api/claims', '/desk', '/rewards/api/claims', '/rewards/desk']) {
      assert.equal((await fetch(url + path, { headers: { cookie } })).status, 404, path);
    }
    assert.equal(await proxy.stop(), 0);
    assert.doesNotMatch(proxy.output, /canary/);
  });

  itInFull('has pages for frames where the config wants them, with the elements of the package', async (t) => {
    const service = await stubService(t);
    const { cwd, env } = await site(t, service);
    await writeFile(join(cwd, 'rewards.config.ts'), CONFIG.replace('  origins:', '  embed: true,\n  origins:'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const page = await fetch(`${url}/rewards/embed/daily?theme=ocean`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors https:\/\/example\.org$/);
    const loaded = Array.from((await page.text()).matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => `${url}${path}`);
    assert.equal(loaded.length, 2);
    for (const file of loaded) {
      const response = await fetch(file);
      assert.equal(response.status, 200, file);
      assert.match(response.headers.get('cache-control') ?? '', /immutable/);
    }
    assert.equal(await proxy.stop(), 0);
  });

  it('does not start where an action that was claimed once could now be claimed again', async (t) => {
    const options = await site(t, await stubService(t));
    const ledger = sqliteLedger(join(options.cwd, 'rewards.db'));
    await ledger.reserve(request({ rule: { repeats: 'once' } }));
    await ledger.close();
    const path = join(options.cwd, 'rewards.config.ts');
    await writeFile(path, CONFIG.replace("repeats: 'once'", "repeats: 'daily'"));
    const { code, stderr } = await run(['serve', '--port', '0'], options);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`rewards: ${path}: actions.daily.repeats: is daily in UTC now, but`), stderr);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });

  it('takes personal data out of claims that are older than --retain', async (t) => {
    const options = await site(t, await stubService(t));
    const ledger = sqliteLedger(join(options.cwd, 'rewards.db'));
    const now = Date.now() - 10 * DAY;
    const { id } = await grant(ledger, request({ now, fields: { name: 'Ada Lovelace' } }));
    await grant(ledger, request({ memberId: 'another', now: Date.now() - 1.5 * DAY }));
    const proxy = start(t, ['serve', '--port', '0', '--retain', '9d'], options);
    await proxy.printed(/personal data of old claims was purged/);
    assert.equal(await proxy.stop(), 0);
    assert.equal((await ledger.find(id))?.fields, null);
    await ledger.close();
  });

  it('settles what another process left in flight, although no request comes', async (t) => {
    const options = await site(t, await stubService(t));
    // A minute lasts a second.
    const hurry = 'const every = setInterval; globalThis.setInterval = (run, ms) => every(run, ms / 60);';
    const node = ['--import', `data:text/javascript,${encodeURIComponent(hurry)}`];
    const proxy = start(t, ['serve', '--port', '0'], { ...options, node });
    await proxy.url();
    const ledger = sqliteLedger(join(options.cwd, 'rewards.db'));
    t.after(() => ledger.close());
    const now = Date.now();
    const reservation = await ledger.reserve(request({ now, deadline: now - 1 }));
    assert.ok(reservation.kind === 'reserved');
    await proxy.printed(/a claim was left in flight and has been settled/);
    assert.equal((await ledger.find(reservation.claim.id))?.state, 'pending');
    assert.equal(await proxy.stop(), 0);
  });

  itInFull('listens where PORT says', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    const proxy = start(t, ['serve'], { cwd, env: { ...env, PORT: '0' } });
    const response = await fetch(`${await proxy.url()}/rewards/health`);
    assert.deepEqual(await response.json(), { status: 'ok' });
  });

  it('uses a new key as soon as it is in the key file, and never shows one', async (t) => {
    const service = await stubService(t);
    const options = await site(t, service);
    const proxy = start(t, ['serve', '--port', '0'], options);
    const first = await claim(proxy, '739204618530271841');
    await writeFile(join(options.cwd, 'next'), 'canary-key-2');
    await rename(join(options.cwd, 'next'), join(options.cwd, 'key'));
    const second = await claim(proxy, '739204618530271842');
    proxy.child.kill('SIGHUP');
    await proxy.printed(/the key file was read again/);
    await writeFile(join(options.cwd, 'key'), '');
    proxy.child.kill('SIGHUP');
    await proxy.printed(/"level":"error".*REWARDS_API_KEY_FILE.*it is empty/);
    const third = await claim(proxy, '739204618530271843');

    assert.deepEqual(
      service.calls.map(({ headers }) => headers['x-api-key']),
      ['canary-key-1', 'canary-key-2'],
    );
    assert.equal(third.body.code, 'unreachable');
    assert.equal(await proxy.stop(), 0);
    assert.doesNotMatch(proxy.output + first.text + second.text + third.text, /canary/);
  });

  it('blocks the members in a file, as it is now', async (t) => {
    const service = await stubService(t);
    const options = await site(t, service);
    const path = join(options.cwd, 'block.txt');
    await writeFile(path, `${MALLORY}\n`);
    const proxy = start(t, ['serve', '--port', '0', '--block-list', 'block.txt'], options);
    assert.equal((await claim(proxy, MALLORY)).body.code, 'refused');
    await writeFile(path, `${ALICE}\n`);
    assert.equal((await claim(proxy, ALICE)).body.code, 'refused');
    assert.equal((await claim(proxy, MALLORY)).status, 201);
    await writeFile(path, 'not an id');
    proxy.child.kill('SIGHUP');
    await proxy.printed(/"level":"error".*line 1 is no member id/);
    assert.equal((await claim(proxy, ALICE)).body.code, 'refused');
    assert.equal(await proxy.stop(), 0);
    assert.equal(service.calls.length, 1);
    assert.match(proxy.output, /a member was turned away/);
    assert.doesNotMatch(proxy.output, new RegExp(`${MALLORY}|${ALICE}`));

    const { code, stderr } = await run(['serve', '--block-list', 'nowhere'], options);
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: --block-list: .*nowhere cannot be used: ENOENT/);
  });
});
