import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MEMBERS } from '../../../demo/playground/choices.ts';
import { Log } from '../../../demo/playground/live/log.ts';
import { PlatformStandIn } from '../../../demo/playground/live/platform.ts';

const ENDPOINT = 'https://rewards.example.org/rewards';
const [noor] = MEMBERS;

describe('the log of the playground', () => {
  it('has the latest first, and so many that one can look through them', () => {
    let drawn = 0;
    const log = new Log(() => (drawn += 1));
    for (let at = 1; at <= 100; at += 1) log.proxy(`line ${at}`, { at });
    assert.equal(log.entries[0]?.text, 'line 100');
    assert.equal(log.entries.length, 60);
    assert.equal(new Set(log.entries.map(({ id }) => id)).size, 60);
    assert.equal(drawn, 100);
    log.clear();
    assert.deepEqual(log.entries, []);
  });
});

describe('the platform that the playground stands in for', () => {
  const standIn = () => new PlatformStandIn('https://rewards.example.org/playground/sign-in/');
  const view = async () => Response.json({ action: 'daily', identity: 'session' });

  const tokenFrom = async (platform: PlatformStandIn, code: string): Promise<string> => {
    const request = new Request(`${ENDPOINT}/sign-in/token`, { method: 'POST', body: JSON.stringify({ code }) });
    return (await (await platform.answer(request, view)).json()).token;
  };

  it('knows a member by the token that it gave for the code, and nobody else', async () => {
    const platform = standIn();
    const token = await tokenFrom(platform, noor?.value ?? '');
    const asking = (authorization?: string) =>
      new Request(`${ENDPOINT}/actions/daily`, authorization === undefined ? {} : { headers: { authorization } });
    assert.equal(platform.member(asking(`Bearer ${token}`)), noor?.value);
    assert.equal(platform.member(asking()), null);
    assert.equal(platform.member(asking('Bearer another')), null);
    const { identity, signIn } = await (await platform.answer(asking(`Bearer ${token}`), view)).json();
    assert.equal(identity, 'platform');
    assert.equal(signIn.member, noor?.name);
    const stranger = await (await platform.answer(asking(), view)).json();
    assert.equal(stranger.signIn.member, null);
  });

  it('leaves claims and refusals as the proxy answers them', async () => {
    const platform = standIn();
    const refusal = async () => Response.json({ code: 'unknown-action' }, { status: 404 });
    const unknown = await platform.answer(new Request(`${ENDPOINT}/actions/x`), refusal);
    assert.deepEqual([unknown.status, await unknown.json()], [404, { code: 'unknown-action' }]);
    const claiming = new Request(`${ENDPOINT}/actions/daily/claims`, { method: 'POST', body: '{}' });
    const made = await platform.answer(claiming, async () => Response.json({ id: 'claim-1' }, { status: 201 }));
    assert.deepEqual([made.status, await made.json()], [201, { id: 'claim-1' }]);
  });
});
