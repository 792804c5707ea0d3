import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Setup } from '../../support/setup.ts';
import { COMMUNITY, HOME, NOOR, openPlatform, type Platform, signingIn, WREN } from './sign-in.ts';
import { claimAtHome, tokenFor } from './signed-in.ts';
import { signInAddress, Visitor } from './visitor.ts';

const PAGE = `${HOME}/page`;

/** What the log says besides that there were requests. */
function told({ logs }: Setup): Record<string, unknown>[] {
  return logs.filter(({ message }) => message !== 'request' && message !== 'a claim').map((line) => ({ ...line }));
}

function last(setup: Setup): Record<string, unknown> {
  const { requestId, ...line } = told(setup).at(-1) ?? {};
  assert.match(String(requestId), /^[\da-f-]{36}$/);
  return line;
}

describe('the log', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  it('has who signed in, by the name that members have there, and who signed out', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: PAGE });
    const { member, ...line } = last(setup);
    assert.deepEqual(line, { level: 'info', message: 'a member signed in', site: HOME });
    assert.match(String(member), /^[\da-f]{16}$/);
    await visitor.open(`${HOME}/rewards/sign-out`, { method: 'POST', headers: { origin: HOME } });
    assert.deepEqual(last(setup), { level: 'info', message: 'a member signed out', member });
    await new Visitor(setup.proxy).signIn(WREN.id, { returnTo: PAGE });
    assert.notEqual(last(setup)['member'], member);
  });

  it('has who gave up, and what was refused, with the reason', async () => {
    await using setup = signingIn(platform, { serverId: COMMUNITY.id });
    const visitor = new Visitor(setup.proxy);
    const refused = (reason: string) => ({ level: 'info', message: 'a sign-in was refused', reason });
    await new Visitor(setup.proxy).signIn('nobody', { returnTo: PAGE });
    assert.deepEqual(last(setup), { level: 'info', message: 'a visitor did not sign in' });
    await visitor.open(signInAddress({ returnTo: 'https://evil.example/' }));
    assert.match(String(last(setup)['reason']), /platform\.pages/);
    await visitor.open(`${HOME}/rewards/sign-in/callback?state=x`);
    assert.deepEqual(last(setup), refused('This sign-in was not started in this browser, or took too long.'));
    const back = await visitor.choose(await visitor.begin({ returnTo: PAGE }), NOOR.id);
    const copy = new Visitor(setup.proxy);
    copy.steal(visitor);
    await visitor.open(back);
    await copy.open(back);
    assert.deepEqual(last(setup), refused('This sign-in was already used.'));
    const stranger = new Visitor(setup.proxy);
    const asStranger = await stranger.choose(await stranger.begin({ returnTo: PAGE }), WREN.id);
    platform.members = [NOOR];
    await stranger.open(asStranger);
    assert.deepEqual(
      last(setup),
      refused('Your account is not in the community. Join it first, and then sign in again.'),
    );
    await setup.ask('/rewards/sign-in/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'a.b.c.d.e', verifier: 'x' }),
    });
    assert.equal(last(setup)['message'], 'the code of a sign-in was refused');
    await setup.ask('/rewards/sign-out', { method: 'POST', headers: { origin: null } });
    assert.equal(last(setup)['message'], 'a sign-out was refused');
  });

  it('has which sessions were shown that do not count, and nothing of visitors who show none', async () => {
    await using setup = signingIn(platform, { serverId: COMMUNITY.id });
    platform.members = [NOOR];
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: PAGE });
    const { length } = told(setup);
    await setup.ask('/rewards/actions/daily');
    await setup.claim('daily', {});
    assert.equal(told(setup).length, length);
    const line = (reason: string) => ({
      level: 'info',
      message: 'a sign-in was not accepted',
      action: 'daily',
      identity: 'platform',
      reason,
    });
    await setup.claim('daily', {}, { authorization: 'Bearer a.b.c.d.e' });
    assert.deepEqual(last(setup), line('it is no session, or an old one'));
    const token = await tokenFor(setup, NOOR.id);
    await setup.claim('daily', {}, { origin: HOME, authorization: `Bearer ${token}` });
    assert.deepEqual(last(setup), line('it is no session, or an old one'));
    await setup.ledger.endSessions(NOOR.id, { at: setup.clock.now, expiresAt: setup.clock.now + 1000 });
    await claimAtHome(setup, visitor);
    assert.deepEqual(last(setup), line('the session was ended'));
    setup.clock.now += 1;
    await visitor.signIn(NOOR.id, { returnTo: PAGE });
    setup.clock.now += 25 * 3_600_000;
    platform.members = [];
    await claimAtHome(setup, visitor);
    assert.deepEqual(last(setup), line('the member has left the community'));
  });
});
