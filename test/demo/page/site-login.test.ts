import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logIn, memberToken, readLogin } from '../../../demo/page/site-login.ts';
import { answering } from '../asked.ts';

describe('the login of the site that asks who the member is', () => {
  it('asks as the server of the site wants to be asked', async (t) => {
    const login = { member: null, members: [{ id: '1', name: 'Noor' }] };
    const asked = answering(t, ({ url }) => Response.json(url.endsWith('token') ? { token: 'a.b.c' } : login));
    assert.deepEqual(await readLogin(), login);
    await logIn('1');
    await logIn(null);
    assert.equal(await memberToken(), 'a.b.c');
    assert.deepEqual(
      asked.map(({ method, url, type, body }) => [method, new URL(url).pathname, type, body]),
      [
        ['GET', '/site/login', null, null],
        ['POST', '/site/login', 'application/json', { member: '1' }],
        ['POST', '/site/login', 'application/json', { member: null }],
        ['GET', '/site/member-token', null, null],
      ],
    );
  });
});
