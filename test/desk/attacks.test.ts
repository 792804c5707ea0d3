import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asPage, deskOn, HOST, ledgerFor, linkDesk, lost } from './support.ts';

const ALICE = '739204618530271847';
const MINUTE = 60_000;

/** Enters by a token, and gives the cookie of the session. */
async function enter(desk: { fetch(request: Request): Promise<Response> }, token: string) {
  const response = await desk.fetch(asPage('/api/session', { method: 'POST', body: { token } }));
  const text = await response.text();
  const code: unknown = text === '' ? null : JSON.parse(text).code;
  const cookie = response.headers.get('set-cookie') ?? '';
  return { status: response.status, code, cookie, pair: cookie.split(';')[0] ?? '' };
}

describe('an attacker', () => {
  it('gets nothing without a session but the page, which holds nothing', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, Date.now());
    const { desk, signIn } = linkDesk(t, ledger);
    await signIn.renew();
    const paths = [
      'desk',
      'waiting',
      'claims',
      `claims/${id}`,
      `search?q=${ALICE}`,
      'health',
      'sums',
      'audit',
      'deliveries',
      'receivers',
      'code?action=door',
      'export.csv',
    ];
    for (const path of [...paths, 'nothing']) {
      const response = await desk.fetch(asPage(`/api/${path}`));
      assert.equal(response.status, 401, path);
      assert.doesNotMatch(await response.text(), new RegExp(`${ALICE}|${id}`));
    }
    const body = { ids: [id], state: 'released', by: 'x', why: 'x' };
    assert.equal((await desk.fetch(asPage('/api/decisions', { method: 'POST', body }))).status, 401);
    assert.equal((await ledger.find(id))?.state, 'pending');
    assert.equal((await desk.fetch(asPage('/'))).status, 200);
    assert.equal((await desk.fetch(asPage('/../package.json'))).status, 404);
  });

  it('cannot have the owner’s browser ask from another site, or from another port of this machine', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, Date.now());
    const { ask } = deskOn(t, ledger);
    const body = { ids: [id], state: 'released', why: 'x' };
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:5173' },
      { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:5173' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'none', origin: HOST },
    ];
    for (const headers of foreign) {
      const reply = await ask('/api/decisions', { method: 'POST', headers, body });
      assert.deepEqual([reply.status, reply.json().code], [403, 'foreign'], JSON.stringify(headers));
    }
    for (const headers of foreign.slice(0, 4)) assert.equal((await ask('/api/claims', { headers })).status, 403);
    const { desk } = deskOn(t, ledger);
    const bare = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    assert.equal((await desk.fetch(new Request(`${HOST}/api/decisions`, bare))).status, 403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const reply = await ask('/api/decisions', { method: 'POST', headers: { 'content-type': type }, body });
      assert.equal(reply.status, 400, type);
    }
    assert.equal((await ledger.find(id))?.state, 'pending');
    assert.equal((await ask('/api/decisions', { method: 'POST', body })).status, 200);
  });

  it('cannot frame the desk, keep what it says, or run a script in it', async (t) => {
    const { ask } = deskOn(t, ledgerFor(t));
    for (const path of ['/', '/api/desk', '/api/nothing', '/nothing', '/api/export.csv']) {
      const { headers } = await ask(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none';/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|\*/, path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
  });

  it('gets nothing by a link that was used, replaced, guessed or left lying', async (t) => {
    let now = Date.now();
    const { desk, signIn, links } = linkDesk(t, ledgerFor(t), () => now);
    await signIn.renew();
    const [first = ''] = links;
    assert.match(first, /^[\w-]{43}$/);
    const entered = await enter(desk, first);
    assert.equal(entered.status, 204);
    assert.match(entered.cookie, /^rewards-desk-9465=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    assert.equal((await desk.fetch(asPage('/api/desk', { headers: { cookie: entered.pair } }))).status, 200);
    assert.deepEqual([(await enter(desk, first)).code, (await enter(desk, first)).cookie], ['link-used', '']);
    assert.equal((await enter(desk, 'A'.repeat(43))).code, 'link-unknown');
    assert.equal((await enter(desk, '')).code, 'link-unknown');

    await signIn.renew();
    await signIn.renew();
    assert.equal((await enter(desk, links[1] ?? '')).code, 'link-used');
    now += 61 * MINUTE;
    assert.equal((await enter(desk, links[2] ?? '')).code, 'link-unknown');

    now += 12 * 60 * MINUTE;
    assert.equal((await desk.fetch(asPage('/api/desk', { headers: { cookie: entered.pair } }))).status, 401);
  });

  it('has no more of a body read than the desk takes, whether its length is told or not', async (t) => {
    const { desk } = linkDesk(t, ledgerFor(t));
    for (const told of [{}, { 'content-length': '1000000000' }]) {
      let given = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          given += 1024;
          controller.enqueue(new Uint8Array(1024).fill(0x20));
          if (given > 1024 * 1024) controller.close();
        },
      });
      const headers = { 'sec-fetch-site': 'same-origin', origin: HOST, 'content-type': 'application/json', ...told };
      const init = { method: 'POST', headers, body, duplex: 'half' };
      const response = await desk.fetch(new Request(`${HOST}/api/session`, init));
      assert.deepEqual([response.status, (await response.json()).detail], [400, 'The body is too long.']);
      assert.ok(given <= 68 * 1024, `${given} bytes were read`);
    }
  });

  it('keeps no session for ever by having many made: the oldest of more than twenty ends', async (t) => {
    const { desk, signIn, links } = linkDesk(t, ledgerFor(t));
    const pairs: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one link at a time
      await signIn.renew();
      // oxlint-disable-next-line no-await-in-loop -- see above
      pairs.push((await enter(desk, links.at(-1) ?? '')).pair);
    }
    const statusOf = async (cookie = '') => (await desk.fetch(asPage('/api/desk', { headers: { cookie } }))).status;
    assert.deepEqual([await statusOf(pairs[0]), await statusOf(pairs[1]), await statusOf(pairs[20])], [401, 200, 200]);
  });

  it('enters once by a link, however often it is sent at once', async (t) => {
    const { desk, signIn, links } = linkDesk(t, ledgerFor(t));
    await signIn.renew();
    const all = await Promise.all(Array.from({ length: 50 }, () => enter(desk, links[0] ?? '')));
    assert.equal(all.filter(({ status }) => status === 204).length, 1);
  });

  it('cannot have links printed one after the other, nor print one from another site', async (t) => {
    let now = Date.now();
    const { desk, signIn, links } = linkDesk(t, ledgerFor(t), () => now);
    await signIn.renew();
    const print = async (headers = {}) =>
      (await desk.fetch(asPage('/api/link', { method: 'POST', headers, body: {} }))).status;
    assert.deepEqual([await print(), links.length], [429, 1]);
    now += 5_001;
    assert.equal(await print({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }), 403);
    assert.deepEqual([await print(), links.length], [204, 2]);
    assert.equal((await enter(desk, links[1] ?? '')).status, 204);
  });

  it('has a session no more that was ended, and over TLS no way to plant a cookie', async (t) => {
    const { desk, signIn, links } = linkDesk(t, ledgerFor(t));
    await signIn.renew();
    const { pair } = await enter(desk, links[0] ?? '');
    const left = await desk.fetch(asPage('/api/session', { method: 'DELETE', headers: { cookie: pair } }));
    assert.match(left.headers.get('set-cookie') ?? '', /^rewards-desk-9465=; .*Max-Age=0/);
    assert.equal((await desk.fetch(asPage('/api/desk', { headers: { cookie: pair } }))).status, 401);

    await signIn.renew();
    const body = JSON.stringify({ token: links[1] });
    const headers = { 'content-type': 'application/json', origin: 'https://desk.example' };
    const secure = await desk.fetch(new Request('https://desk.example/api/session', { method: 'POST', headers, body }));
    assert.match(secure.headers.get('set-cookie') ?? '', /^__Host-rewards-desk=[\w-]+; Path=\/; .*; Secure$/);
  });

  it('learns nothing of the inside where the desk fails', async (t) => {
    const ledger = { ...ledgerFor(t), unknown: () => Promise.reject(new Error('canary at /srv/secret')) };
    const { status, text } = await deskOn(t, ledger).ask('/api/waiting');
    assert.equal(status, 500);
    assert.doesNotMatch(text, /canary|srv|Error/);
  });

  it('is not let in by a login that fails, or that does not know them', async (t) => {
    assert.equal((await deskOn(t, ledgerFor(t), () => null).ask('/api/desk')).status, 401);
    const broken = () => {
      throw new Error('the login is away');
    };
    assert.equal((await deskOn(t, ledgerFor(t), broken).ask('/api/desk')).status, 500);
  });
});
