import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerForSite, type Site } from '../../../demo/in-page/site.ts';
import { createEmulator, HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';

const emulator = createEmulator();
const [noor] = emulator.state.server(HARBOUR_LIGHTS.id).members;

const ask = async (site: Site, path: string, member?: unknown): Promise<Record<string, unknown>> => {
  const init = member === undefined ? {} : { method: 'POST', body: JSON.stringify({ member }) };
  return (await answerForSite(new Request(`https://site.example/site/${path}`, init), site, emulator)).json();
};

describe("a page that is its own site's server", () => {
  it('logs a member in and out, and signs for nobody else', async () => {
    const site: Site = { secret: 'a secret of thirty-two characters', loggedIn: null };
    assert.equal((await ask(site, 'member-token'))['token'], null);
    const member = { id: noor?.id, name: noor?.name };
    assert.deepEqual((await ask(site, 'login', noor?.id))['member'], member);
    assert.deepEqual((await ask(site, 'login'))['member'], member);
    const { token } = await ask(site, 'member-token');
    assert.equal(typeof token, 'string');
    const [, payload = ''] = String(token).split('.');
    assert.equal(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub, noor?.id);
    assert.equal((await ask(site, 'login', null))['member'], null);
    assert.equal((await ask(site, 'member-token'))['token'], null);
  });

  it('takes nobody for a member who is none', async () => {
    const site: Site = { secret: 'a secret of thirty-two characters', loggedIn: null };
    for (const stranger of ['1', 'constructor', { id: noor?.id }, [noor?.id]]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await ask(site, 'login', stranger))['member'], null);
      assert.equal(site.loggedIn, null);
    }
  });
});
