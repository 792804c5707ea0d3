import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSiteBackend } from '../../demo/site-backend.ts';

const MEMBERS = [
  { id: '739204618530271847', name: 'Noor' },
  { id: '516830294751038469', name: 'Wren' },
];
const [noor] = MEMBERS;

/** A browser on the site. */
class Visitor {
  readonly #backend = createSiteBackend(() => MEMBERS, 'a secret of thirty-two characters');
  #cookie = '';

  get member(): string | null {
    return this.#backend.member(this.#request('/'));
  }

  async get(path: string): Promise<Record<string, unknown>> {
    return (await this.#backend.fetch(this.#request(path))).json();
  }

  async logIn(member: unknown): Promise<string> {
    const init = { method: 'POST', body: JSON.stringify({ member }) };
    const response = await this.#backend.fetch(this.#request('/site/login', init));
    const [cookie = ''] = response.headers.getSetCookie();
    this.#cookie = cookie.split(';')[0] ?? '';
    return cookie;
  }

  #request(path: string, init: RequestInit = {}): Request {
    return new Request(`https://site.example${path}`, { ...init, headers: { cookie: `other=1; ${this.#cookie}` } });
  }
}

describe("the demo site's own server", () => {
  it('knows who has logged in, by a cookie that no script reads, until they log out', async () => {
    const visitor = new Visitor();
    assert.equal(visitor.member, null);
    assert.match(await visitor.logIn(noor?.id), /; HttpOnly; SameSite=Strict$/);
    assert.equal(visitor.member, noor?.id);
    assert.deepEqual((await visitor.get('/site/login'))['member'], noor);
    const { token } = await visitor.get('/site/member-token');
    const [, payload = ''] = String(token).split('.');
    assert.equal(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub, noor?.id);
    assert.match(await visitor.logIn(null), /^harbour=;/);
    assert.equal(visitor.member, null);
    assert.equal((await visitor.get('/site/member-token'))['token'], null);
  });

  it('takes nobody in who is no member', async () => {
    const visitor = new Visitor();
    await visitor.logIn('1');
    assert.equal(visitor.member, null);
  });
});
