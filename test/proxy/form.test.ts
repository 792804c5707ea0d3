import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reply } from './support/check-reply.ts';
import { CONFIG, ORIGIN, type Setup, setUp } from './support/setup.ts';
import { reply } from './support/transport.ts';

const FORM = 'application/x-www-form-urlencoded';

const actions = {
  ...CONFIG.actions,
  fair: {
    title: 'Summer fair',
    repeats: 'once',
    points: 5,
    remark: 'Came',
    fields: {
      name: { label: 'Name', type: 'text', required: true },
      guests: { label: 'Guests', type: 'number' },
      consent: { label: 'I agree', type: 'checkbox', required: true },
      news: { label: 'News', type: 'checkbox' },
    },
  },
} as const;

const FILLED = { memberId: ' 123456789012345678 ', name: 'Ada & Co', guests: '2', consent: 'on' };

function send(setup: Setup, action: string, body: string | Record<string, string>, headers = {}): Promise<Reply> {
  return setup.ask(`/rewards/actions/${action}/claims`, {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
  });
}

describe('a form without a script', () => {
  it('makes a claim with its fields, and shows what the community confirmed', async () => {
    await using setup = setUp({ config: { actions } });
    const { status, text } = await send(setup, 'fair', FILLED);
    assert.equal(status, 201);
    assert.match(text, /<h1>Thank you<\/h1>/);
    assert.match(text, /<li>\+5 points<\/li>/);
    const [claim] = await setup.ledger.list({});
    assert.deepEqual(claim?.fields, { name: 'Ada & Co', guests: '2', consent: true, news: false });
    assert.equal(claim?.memberId, '123456789012345678');
    assert.match(text, new RegExp(`Reference: ${claim?.id}`));
  });

  it('may have a few names beside those that are asked for, and is told of those alone', async () => {
    await using setup = setUp({ config: { actions } });
    const { status, text } = await send(setup, 'fair', { ...FILLED, utm_source: 'x' });
    assert.equal(status, 400);
    assert.match(text, /<li>utm_source: is not asked for here: remove it<\/li>/);
  });

  it('is refused at once, and in few words, where it has thousands of names', async () => {
    await using setup = setUp({ config: { actions } });
    for (const names of [
      Array.from({ length: 3000 }, (_, n) => `${n.toString(36)}=`),
      Array.from({ length: 4000 }, () => 'a='),
    ]) {
      const { status, text } = await send(setup, 'fair', names.join('&'));
      assert.equal(status, 400);
      assert.match(text, /<li>body: has too many names: at most 38 are taken<\/li>/);
      assert.ok(text.length < 4000, String(text.length));
    }
  });

  it('is told of each flaw with the status that a script would get', async () => {
    await using setup = setUp({ config: { actions } });
    const { status, text } = await send(setup, 'fair', { memberId: '', guests: 'many' });
    assert.equal(status, 400);
    assert.match(text, /<li>memberId: /);
    const checked = await send(setup, 'fair', { ...FILLED, guests: 'many', name: '', consent: '' });
    assert.match(checked.text, /<li>name: must be filled in<\/li>/);
    assert.match(checked.text, /<li>guests: must be a number<\/li>/);
    const unticked = await send(setup, 'fair', { memberId: '1', name: 'Ada' });
    assert.match(unticked.text, /<li>consent: must be ticked<\/li>/);
    assert.equal(setup.calls.length, 0);
  });

  it('counts once, like any claim', async () => {
    await using setup = setUp();
    await setup.claim('daily', { memberId: 'm-1' });
    const { status, text } = await send(setup, 'daily', { memberId: 'm-1' });
    assert.equal(status, 409);
    assert.match(text, /<h1>Already claimed<\/h1>/);
    assert.equal(setup.calls.length, 1);
  });

  it('says what the service refused, and what is not known', async () => {
    await using refusing = setUp({ script: () => reply(422, {}) });
    assert.equal((await send(refusing, 'daily', { memberId: 'm-1' })).status, 422);
    await using silent = setUp({ script: () => reply(502, {}) });
    const { status, text } = await send(silent, 'daily', { memberId: 'm-1' });
    assert.equal(status, 202);
    assert.match(text, /Please do not send it again/);
  });

  it('goes on to a page of the owner, with the outcome', async () => {
    await using setup = setUp();
    const body = { memberId: 'm-1', _return: `${ORIGIN}/thanks?a=1#top` };
    const granted = await send(setup, 'daily', body);
    assert.deepEqual(
      [granted.status, granted.headers.get('location')],
      [303, `${ORIGIN}/thanks?a=1&rewards=granted#top`],
    );
    const again = await send(setup, 'daily', body);
    assert.equal(again.headers.get('location'), `${ORIGIN}/thanks?a=1&rewards=already-claimed#top`);
  });

  it('goes nowhere else', async () => {
    await using setup = setUp();
    const elsewhere = [
      'https://evil.example/',
      `${ORIGIN}.evil.example/`,
      '//evil.example',
      'javascript:alert(1)',
      '/x',
      `blob:${ORIGIN}/4f1d1a7e-8b5c-4d0e-9a61-3a5f0f3c7b11`,
      'https://visitor@example.org/',
      'https://visitor:secret@example.org/',
    ];
    for (const [n, _return] of elsewhere.entries()) {
      const { status, headers } = await send(setup, 'daily', { memberId: `m-${n}`, _return });
      assert.deepEqual([status, headers.get('location')], [201, null], _return);
    }
  });

  it('links back to the page that it came from, if that is one of the owner’s', async () => {
    await using setup = setUp();
    const own = await send(setup, 'daily', { memberId: 'm-1' }, { referer: `${ORIGIN}/a?b="><script>` });
    assert.match(own.text, /<a href="https:\/\/example\.org\/a\?b=%22%3E%3Cscript%3E">Back to the site<\/a>/);
    const foreign = await send(setup, 'daily', { memberId: 'm-1' }, { referer: 'https://evil.example/' });
    assert.doesNotMatch(foreign.text, /evil/);
    const named = await send(setup, 'daily', { memberId: 'm-1' }, { referer: 'https://visitor:secret@example.org/' });
    assert.doesNotMatch(named.text, /visitor|secret/);
  });

  it('must come from one of the owner’s sites', async () => {
    await using setup = setUp();
    for (const origin of [null, 'null', 'https://evil.example']) {
      const { status, text } = await send(setup, 'daily', { memberId: 'm-1' }, { origin });
      assert.equal(status, 403, String(origin));
      assert.match(text, /<h1>This site may not use the proxy<\/h1>/);
    }
    // As of a frame in a sandbox, or of a page on another site that names none.
    for (const site of ['cross-site', 'same-site', 'none']) {
      const origin = { origin: 'null', 'sec-fetch-site': site };
      assert.equal((await send(setup, 'daily', { memberId: 'm-1' }, origin)).status, 403, site);
    }
    assert.equal(setup.calls.length, 0);
  });

  it('may come from a page of the same origin that does not say so (Referrer-Policy: no-referrer)', async () => {
    await using setup = setUp();
    const origin = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const { status, headers } = await send(setup, 'daily', { memberId: 'm-1' }, origin);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [201, null]);
  });

  it('shows nothing of what was made up', async () => {
    await using setup = setUp({ config: { actions } });
    const { text } = await send(setup, 'fair', { ...FILLED, '<img src=x>': '1' });
    assert.match(text, /<li>something else: is not asked for here: remove it<\/li>/);
    assert.doesNotMatch(text, /img/);
  });

  it('is not taken for JSON, whatever it says', async () => {
    await using setup = setUp();
    assert.equal((await send(setup, 'daily', '{"memberId":"m-1"}')).status, 400);
    assert.equal(setup.calls.length, 0);
  });

  it('has each field once', async () => {
    await using setup = setUp({ config: { actions } });
    const { status, text } = await send(setup, 'fair', 'memberId=1&name=a&name=b&consent=on');
    assert.equal(status, 400);
    assert.match(text, /<li>name: was given twice<\/li>/);
  });

  it('is at most 16 KiB of UTF-8', async () => {
    await using setup = setUp();
    assert.equal((await send(setup, 'daily', `memberId=${'a'.repeat(17_000)}`)).status, 413);
    assert.equal(
      (
        await setup.ask('/rewards/actions/daily/claims', {
          method: 'POST',
          headers: { 'content-type': FORM },
          body: new Uint8Array([0x61, 0x3d, 0xff]),
        })
      ).status,
      400,
    );
  });

  it('is answered with a page only where forms are taken', async () => {
    await using setup = setUp();
    const answered = async (path: string, origin: string) => {
      const options = { method: 'POST', headers: { 'content-type': FORM, origin }, body: 'memberId=m-1' };
      const { status, headers } = await setup.ask(path, options);
      return `${status} ${headers.get('content-type')}`;
    };
    for (const [path, status] of [
      ['/rewards/actions/daily/onchain', 404],
      ['/rewards/events/shop', 404],
      ['/rewards/batch', 405],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- three
      assert.equal(await answered(path, ORIGIN), `${status} application/problem+json`);
    }
    assert.equal(await answered('/rewards/sign-out', 'https://elsewhere.example'), '403 application/problem+json');
    assert.equal(await answered('/rewards/actions/nope/claims', ORIGIN), '404 text/html; charset=utf-8');
  });
});
