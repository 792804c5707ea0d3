import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cookieAt } from '../../../../src/proxy/identity/platform/cookies.ts';
import { type Session, sessionOf } from '../../../../src/proxy/identity/platform/kinds.ts';
import { createSealedTokens } from '../../../../src/proxy/identity/platform/sealed-tokens.ts';
import { Sessions } from '../../../../src/proxy/identity/platform/sessions.ts';
import type { Setup } from '../../support/setup.ts';
import { HOME, NOOR, openPlatform, type Platform, SECRET, signingIn, WREN } from './sign-in.ts';
import { claimAtHome, tokenFor } from './signed-in.ts';
import { newVerifier, locationOf, Visitor } from './visitor.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const endOf = ({ ledger, clock }: Setup, member: string) =>
  ledger.endSessions(member, { at: clock.now, expiresAt: clock.now + 86_400_000 });

async function signedIn({ proxy }: Setup, member: string): Promise<Visitor> {
  const visitor = new Visitor(proxy);
  await visitor.signIn(member, { returnTo: HOME });
  return visitor;
}

describe('ending the sessions of one member', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  it('ends those of one member, in every proxy on the ledger, until the member signs in again', async () => {
    await using setup = signingIn(platform);
    await using other = signingIn(platform, {}, { ledger: setup.ledger });
    const [noor, wren] = [await signedIn(setup, NOOR.id), await signedIn(setup, WREN.id)];
    await endOf(setup, NOOR.id);
    for (const proxy of [setup, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one proxy after the other
      assert.equal((await claimAtHome(proxy, noor)).status, 401);
      const headers = { origin: null, cookie: noor.cookieFor(new URL(HOME)) };
      // oxlint-disable-next-line no-await-in-loop -- see above
      const { status, body } = await proxy.ask('/rewards/actions/daily', { headers });
      assert.deepEqual([status, body['member'], Object(body['signIn'])['member']], [200, null, null]);
    }
    assert.equal((await claimAtHome(other, wren)).status, 201);
    setup.clock.now += 1;
    const again = await signedIn(setup, NOOR.id);
    assert.equal((await claimAtHome(setup, again)).status, 201);
    assert.equal((await claimAtHome(setup, noor, 'role')).status, 401);
  });

  it('ends those of an id that was written in another way by the rule of that time', async () => {
    await using setup = signingIn(platform);
    const canonical = (text: string) => text.replace(/^m?/, 'm');
    const memberIds = { pattern: 'm[0-9]+', canonical };
    await using later = signingIn(platform, {}, { ledger: setup.ledger, config: { memberIds } });
    const noor = await signedIn(setup, NOOR.id);
    assert.equal((await claimAtHome(later, noor)).status, 201);
    await endOf(setup, NOOR.id);
    assert.equal((await claimAtHome(later, noor, 'role')).status, 401);
  });

  it('ends tokens, and what a code gives that was not redeemed by then', async () => {
    await using setup = signingIn(platform);
    const authorization = `Bearer ${await tokenFor(setup, NOOR.id)}`;
    const { verifier, challenge } = newVerifier();
    const there = locationOf(await new Visitor(setup.proxy).signIn(NOOR.id, { challenge }));
    setup.clock.now += 1000;
    await endOf(setup, NOOR.id);
    assert.equal((await setup.claim('daily', {}, { authorization })).status, 401);
    assert.equal((await setup.ask('/rewards/actions/daily', { headers: { authorization } })).status, 401);
    const code = there.searchParams.get('rewards-sign-in');
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ code, verifier }) };
    const { body } = await setup.ask('/rewards/sign-in/token', init);
    assert.equal((await setup.claim('daily', {}, { authorization: `Bearer ${String(body['token'])}` })).status, 401);
    assert.equal(setup.calls.length, 0);
  });

  it('costs one look into the ledger, and none where nobody is signed in', async () => {
    await using setup = signingIn(platform);
    const noor = await signedIn(setup, NOOR.id);
    const cookie = `${noor.cookieFor(new URL(HOME))}x`;
    await setup.ask('/rewards/actions/daily', { headers: { origin: null, cookie } });
    assert.doesNotMatch(await setup.proxy.metrics(), /isSessionOver/);
    assert.equal((await claimAtHome(setup, noor)).status, 201);
    assert.match(await setup.proxy.metrics(), /_count\{operation="isSessionOver"\} 1\n/);
  });

  it('lets nobody in while the ledger cannot be asked', async () => {
    await using setup = signingIn(platform);
    const noor = await signedIn(setup, NOOR.id);
    await setup.ledger.close();
    assert.equal((await claimAtHome(setup, noor)).status, 500);
    assert.equal(setup.calls.length, 0);
  });
});

describe('the cookie of a session', () => {
  it('goes without the platform’s token where that would be more than a browser keeps', async () => {
    const now = () => Date.UTC(2026, 5, 1);
    const sealedTokens = createSealedTokens([SECRET], now);
    const session = sessionOf(3600);
    const ledger = { endSession: () => Promise.resolve(), isSessionOver: () => Promise.resolve(false) };
    const cookie = cookieAt(HOME, 'rewards');
    const sessions = new Sessions({ origin: HOME, sealedTokens, session, cookie, ledger, now });
    const kept = async (accessToken: string): Promise<Session | null> => {
      const member = sessions.memberOf({ id: NOOR.id, name: NOOR.name });
      const set = await sessions.keep({ ...member, seenAt: now(), accessToken });
      assert.ok(set.length <= 4096, String(set.length));
      return sealedTokens.open(session, /=([^;]+)/.exec(set)?.[1] ?? '');
    };
    assert.equal((await kept('t'.repeat(2000)))?.accessToken, 't'.repeat(2000));
    const { sub, accessToken } = (await kept('t'.repeat(3000))) ?? assert.fail();
    assert.deepEqual([sub, accessToken], [NOOR.id, null]);
  });
});
