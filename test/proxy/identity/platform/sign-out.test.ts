import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Reply } from '../../support/check-reply.ts';
import type { Setup } from '../../support/setup.ts';
import { HOME, NOOR, openPlatform, type Platform, signingIn, SITE } from './sign-in.ts';
import { claimAtHome, tokenFor } from './signed-in.ts';
import { locationOf, messageOf, newVerifier, Visitor } from './visitor.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const DAY_MS = 86_400_000;

async function signedIn({ proxy }: Setup): Promise<Visitor> {
  const visitor = new Visitor(proxy);
  await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
  return visitor;
}

const signOut = ({ ask }: Setup, headers: Record<string, string | null>): Promise<Reply> =>
  ask('/rewards/sign-out', { method: 'POST', headers });
const atHome = (visitor: Visitor) => ({ origin: HOME, cookie: visitor.cookieFor(new URL(HOME)) });

describe('signing out', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  it('ends the session on the server: a copy of its cookie is worth nothing, in any proxy on the ledger', async () => {
    await using setup = signingIn(platform);
    await using other = signingIn(platform, {}, { ledger: setup.ledger });
    const visitor = await signedIn(setup);
    const thief = new Visitor(setup.proxy);
    thief.steal(visitor);
    assert.equal((await claimAtHome(setup, thief)).status, 201);
    const { status, headers } = await signOut(setup, atHome(visitor));
    assert.equal(status, 200);
    assert.match(headers.getSetCookie().join(), /^__Host-rewards=; Max-Age=0;/);
    for (const proxy of [setup, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one proxy after the other
      assert.equal((await claimAtHome(proxy, thief, 'role')).status, 401);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const seen = await proxy.ask('/rewards/actions/daily', { headers: { ...atHome(thief), origin: null } });
      assert.equal(seen.body['member'], null);
    }
  });

  it('ends the token of a widget on another origin, in any proxy on the ledger', async () => {
    await using setup = signingIn(platform);
    await using other = signingIn(platform, {}, { ledger: setup.ledger });
    const authorization = `Bearer ${await tokenFor(setup, NOOR.id)}`;
    assert.equal((await setup.claim('daily', {}, { authorization })).status, 201);
    assert.equal((await signOut(setup, { authorization })).status, 200);
    for (const proxy of [setup, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one proxy after the other
      assert.equal((await proxy.claim('role', {}, { authorization })).status, 401);
    }
  });

  it('ends what belongs to that sign-in, whichever of it is shown, and a code that was not redeemed', async () => {
    await using setup = signingIn(platform);
    const { verifier, challenge } = newVerifier();
    const visitor = new Visitor(setup.proxy);
    const { code } = await messageOf(
      await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page`, popup: true, challenge }),
    );
    await signOut(setup, atHome(visitor));
    const headers = { ...JSON_TYPE, origin: HOME };
    const redeemed = await setup.ask('/rewards/sign-in/token', {
      method: 'POST',
      headers,
      body: JSON.stringify({ code, verifier }),
    });
    assert.equal(redeemed.status, 401);
  });

  it('leaves the member’s other sessions alone, and lets them sign in again at once', async () => {
    await using setup = signingIn(platform);
    const [phone, desk] = [await signedIn(setup), await signedIn(setup)];
    await signOut(setup, atHome(phone));
    assert.equal((await claimAtHome(setup, phone)).status, 401);
    assert.equal((await claimAtHome(setup, desk)).status, 201);
    await phone.signIn(NOOR.id, { returnTo: `${HOME}/page` });
    assert.equal((await claimAtHome(setup, phone, 'role')).status, 201);
  });

  it('comes with signing in again in the same browser: what the cookie was before is worth nothing', async () => {
    await using setup = signingIn(platform);
    const visitor = await signedIn(setup);
    const thief = new Visitor(setup.proxy);
    thief.steal(visitor);
    await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
    assert.equal((await claimAtHome(setup, thief)).status, 401);
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
  });

  it('holds for as long as the session could have', async () => {
    await using setup = signingIn(platform, { sessionDays: 3 });
    const visitor = await signedIn(setup);
    await signOut(setup, atHome(visitor));
    setup.clock.now += 3 * DAY_MS - 60_000;
    await setup.ledger.recover(setup.clock.now);
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
    setup.clock.now += 2 * DAY_MS;
    await setup.ledger.recover(setup.clock.now);
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
  });

  it('is no error where nobody is signed in, or no longer', async () => {
    await using setup = signingIn(platform);
    const visitor = await signedIn(setup);
    const headers = atHome(visitor);
    for (const shown of [{ origin: HOME }, headers, headers, { authorization: 'Bearer a.b.c.d.e' }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, body } = await signOut(setup, shown);
      assert.deepEqual([status, body], [200, { signedOut: true }]);
    }
  });

  it('does not say that it is done while the ledger cannot be written', async () => {
    await using setup = signingIn(platform);
    const visitor = await signedIn(setup);
    await setup.ledger.close();
    const { status, headers } = await signOut(setup, atHome(visitor));
    assert.deepEqual([status, headers.getSetCookie()], [500, []]);
  });

  it('is nobody else’s to do: not another site’s with the cookie, not another origin’s with a token', async () => {
    await using setup = signingIn(platform);
    const visitor = await signedIn(setup);
    const cookie = visitor.cookieFor(new URL(HOME));
    const authorization = `Bearer ${await tokenFor(setup, NOOR.id)}`;
    await signOut(setup, { origin: 'https://evil.example', cookie });
    await signOut(setup, { origin: null, cookie });
    await signOut(setup, { origin: SITE, cookie });
    await signOut(setup, { origin: HOME, authorization });
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
    assert.equal((await setup.claim('role', {}, { authorization })).status, 201);
  });

  it('does not follow from a sign-in that the visitor gave up', async () => {
    await using setup = signingIn(platform);
    const visitor = await signedIn(setup);
    assert.equal(locationOf(await visitor.signIn('nobody', { returnTo: `${HOME}/page` })).href, `${HOME}/page`);
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
  });
});
