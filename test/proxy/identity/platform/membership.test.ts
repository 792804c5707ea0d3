import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Setup } from '../../support/setup.ts';
import { A_PAGE, COMMUNITY, HOME, MEMBERS, NOOR, openPlatform, type Platform, signingIn, WREN } from './sign-in.ts';
import { claimAtHome } from './signed-in.ts';
import { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MEMBERSHIP = `GET /users/@me/guilds/${COMMUNITY.id}/member`;

async function signedIn({ proxy }: Setup): Promise<Visitor> {
  const visitor = new Visitor(proxy);
  await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
  return visitor;
}

/** Looks at the action as a page of the proxy's own origin does, and keeps the cookie that comes of it. */
async function look(visitor: Visitor): Promise<{ member: unknown; set: string[] }> {
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  const response = await visitor.open(`${HOME}/rewards/actions/daily`, { headers });
  const { signIn } = await response.json();
  return { member: signIn.member, set: response.headers.getSetCookie() };
}

describe('whether who is signed in is still in the community', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  beforeEach(() => {
    platform.members = MEMBERS;
    platform.status = null;
    platform.asked.length = 0;
  });
  after(() => platform[Symbol.asyncDispose]());

  const inCommunity = { serverId: COMMUNITY.id };

  it('is looked at again a day after it was last seen, and not before', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    const asks = () => platform.asked.filter((one) => one === MEMBERSHIP).length;
    assert.equal(asks(), 1);
    setup.clock.now += DAY_MS - 1000;
    assert.deepEqual(await look(visitor), { member: NOOR.name, set: [] });
    assert.equal(asks(), 1);
    setup.clock.now += 2000;
    const { member, set } = await look(visitor);
    assert.equal(member, NOOR.name);
    assert.equal(asks(), 2);
    assert.match(set.join(), /^__Host-rewards=ey[^,]+; Max-Age=2505\d\d\d; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    setup.clock.now += DAY_MS - 2000;
    assert.deepEqual((await look(visitor)).set, []);
    assert.equal(asks(), 2);
  });

  it('is looked at as often as the config says', async () => {
    await using setup = signingIn(platform, { ...inCommunity, membershipHours: 2 });
    const visitor = await signedIn(setup);
    setup.clock.now += 2 * HOUR_MS + 1000;
    platform.members = [WREN];
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
    assert.equal(setup.calls.length, 0);
  });

  it('is looked at again where the clock was days ahead when it was seen', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    setup.clock.now -= 2 * DAY_MS;
    platform.members = [WREN];
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
    assert.equal(setup.calls.length, 0);
  });

  it('ends the session where they have left, wherever its cookie is, and they can come back', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    const copy = new Visitor(setup.proxy);
    copy.steal(visitor);
    setup.clock.now += DAY_MS + 1000;
    platform.members = [WREN];
    const { status, body, headers } = await claimAtHome(setup, visitor);
    assert.deepEqual([status, body['code']], [401, 'sign-in-required']);
    assert.match(String(body['detail']), /not in the community/);
    assert.match(headers.getSetCookie().join(), /^__Host-rewards=; Max-Age=0;/);
    platform.members = MEMBERS;
    // No answer of the platform's is kept that long.
    setup.clock.now += HOUR_MS;
    assert.equal((await claimAtHome(setup, copy)).status, 401);
    await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
  });

  it('is not taken for granted while the platform does not answer', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    for (const status of [500, 503, 429, 403]) {
      platform.status = status;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await claimAtHome(setup, visitor);
      assert.deepEqual([reply.status, reply.body['code']], [502, 'unreachable'], String(status));
      const headers = { origin: HOME, cookie: visitor.cookieFor(new URL(HOME)) };
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.equal((await setup.ask('/rewards/actions/daily/challenge', { headers })).status, 502);
    }
    assert.equal(setup.calls.length, 0);
    platform.status = null;
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
  });

  it('is not known where the platform answers with a page, of which the log repeats nothing', async () => {
    await using setup = signingIn(platform, { isMember: () => true });
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    platform.status = 200;
    const reply = await claimAtHome(setup, visitor);
    assert.deepEqual([reply.status, reply.body['code']], [502, 'unreachable']);
    const logs = JSON.stringify(setup.logs);
    assert.match(logs, /answered with no JSON when asked for the profile/);
    assert.ok(!logs.includes(A_PAGE.slice(0, 6)), logs);
  });

  it('takes another sign-in where the platform’s own token is no good any more', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    platform.status = 401;
    assert.equal((await claimAtHome(setup, visitor)).body['code'], 'sign-in-required');
    platform.status = null;
    await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
  });

  it('makes no session longer', async () => {
    await using setup = signingIn(platform, { ...inCommunity, sessionDays: 2 });
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    assert.equal((await look(visitor)).member, NOOR.name);
    setup.clock.now += DAY_MS;
    assert.equal((await look(visitor)).member, null);
  });

  it('is asked for once where many requests want to know', async () => {
    await using setup = signingIn(platform, inCommunity);
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    platform.asked.length = 0;
    const cookie = visitor.cookieFor(new URL(HOME));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => setup.ask('/rewards/actions/daily', { headers: { origin: HOME, cookie } })),
    );
    assert.ok(replies.every(({ body }) => Object(body['signIn'])['member'] === NOOR.name));
    assert.deepEqual(platform.asked, [MEMBERSHIP]);
  });

  it('is what the owner’s function says, of the profile as it is then', async () => {
    const seen: unknown[] = [];
    await using setup = signingIn(platform, {
      isMember: ({ global_name: name }) => seen.push(name) < 2,
    });
    const visitor = await signedIn(setup);
    setup.clock.now += DAY_MS + 1000;
    platform.members = [{ ...NOOR, name: 'Noor H.' }];
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
    assert.deepEqual(seen, [NOOR.name, 'Noor H.']);
  });

  it('is not asked for where anybody may sign in, and nothing of the platform’s is kept then', async () => {
    const lengths: number[] = [];
    for (const settings of [{}, inCommunity]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await using setup = signingIn(platform, settings);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const visitor = await signedIn(setup);
      lengths.push(visitor.cookieFor(new URL(HOME)).length);
      platform.asked.length = 0;
      setup.clock.now += 20 * DAY_MS;
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.equal((await claimAtHome(setup, visitor)).status, 201);
      assert.deepEqual(platform.asked, settings === inCommunity ? [MEMBERSHIP] : []);
    }
    const [without = 0, kept = 0] = lengths;
    assert.ok(without + 40 < kept, lengths.join());
  });
});
