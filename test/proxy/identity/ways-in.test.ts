import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { sessionOf } from '../../../src/proxy/identity/platform/kinds.ts';
import { createSealedTokens } from '../../../src/proxy/identity/platform/sealed-tokens.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { allOr } from '../../support/thorough.ts';
import { proofFor } from '../challenge/solve.ts';
import { type Setup, setUp } from '../support/setup.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const NOOR = '739204618530271847';
const HOME = 'https://example.org';
const SESSION_DAYS = 30;

/** Ways to write Noor's id, all of which the owner calls the same. */
const ALIASES = [NOOR, `00${NOOR}`, `<@${NOOR}>`, `<@!0${NOOR}>`, `${NOOR}\u200B`];
const memberIds = {
  canonical: (text: string) => text.replaceAll(/[<@!>\u200B]/g, '').replace(/^0+/, ''),
  example: NOOR,
};

const daily = { title: 'D', repeats: 'daily', points: 10, remark: 'r' } as const;

/** How an id comes in: a site where that is so, and a claim with it. */
interface Way {
  config: Partial<RewardsConfig>;
  claim: (setup: Setup, id: unknown) => Promise<{ status: number }>;
  /** What an id that is none is answered with. */
  refusal: number;
}

const token = (id: unknown) =>
  new SignJWT({ sub: id as string, aud: 'rewards-elements', jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'rewards-member+jwt' })
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(new TextEncoder().encode(SECRET));

/** Whom the app of a session has signed in. */
let signedIn: unknown = null;

const WAYS: Record<string, Way> = {
  'typed in a widget': {
    config: { actions: { daily } },
    claim: (setup, id) => setup.claim('daily', { memberId: id }),
    refusal: 400,
  },
  'typed in a plain form': {
    config: { actions: { daily } },
    claim: (setup, id) =>
      setup.ask('/rewards/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ memberId: String(id) }).toString(),
      }),
    refusal: 400,
  },
  'typed, with a proof of work': {
    config: { actions: { daily: { ...daily, challenge: 'altcha' } }, challengeSecret: SECRET },
    async claim(setup, id) {
      // The proof is asked for under another way to write the id.
      const proof = await proofFor(setup, 'daily', encodeURIComponent(id === NOOR ? `<@${NOOR}>` : NOOR));
      return setup.claim('daily', { memberId: id, proof });
    },
    refusal: 400,
  },
  'in a signed token': {
    config: { actions: { daily: { ...daily, identity: 'signed' } }, memberTokens: { secrets: [SECRET] } },
    claim: async (setup, id) => setup.claim('daily', {}, { authorization: `Bearer ${await token(id)}` }),
    refusal: 401,
  },
  'of a session': {
    config: {
      actions: { daily: { ...daily, identity: 'session' } },
      member: () => signedIn as string,
    },
    claim(setup, id) {
      signedIn = id;
      return setup.claim('daily', {});
    },
    refusal: 500,
  },
  'of a sign-in with the platform': {
    config: {
      actions: { daily: { ...daily, identity: 'platform' } },
      platform: {
        preset: 'discord',
        pages: [`${HOME}/`],
        origin: HOME,
        clientId: '1',
        clientSecret: 's',
        secrets: [SECRET],
        sessionDays: SESSION_DAYS,
      },
    },
    async claim(setup, id) {
      const now = () => setup.clock.now;
      const kind = sessionOf(SESSION_DAYS * 86_400);
      const session = {
        sub: id as string,
        name: null,
        signedInAt: now(),
        sid: 's',
        endsAt: now() + kind.lifeSeconds * 1000,
      };
      const sealed = await createSealedTokens([SECRET], now).seal(kind, {
        ...session,
        seenAt: now(),
        accessToken: null,
      });
      return setup.claim('daily', {}, { origin: HOME, cookie: `__Host-rewards=${sealed}` });
    },
    refusal: 401,
  },
};

function open(way: Way, config: Partial<RewardsConfig>, ledger?: Ledger): Setup {
  const setup = setUp({
    config: { origins: [HOME], memberIds: undefined, ...way.config, ...config },
    ...(ledger && { ledger }),
  });
  setup.clock.now = Date.now();
  return setup;
}

for (const [name, way] of Object.entries(WAYS)) {
  describe(`an id ${name}`, () => {
    // What is typed is read by the same rule as all else.
    for (const alias of name === 'typed in a widget' ? ALIASES : allOr(ALIASES.slice(2, 3), ALIASES)) {
      it(`is one member’s, whichever way in they took before: ${JSON.stringify(alias)}`, async () => {
        const ledger = sqliteLedger(':memory:');
        await using setup = open(way, { memberIds }, ledger);
        assert.equal((await way.claim(setup, alias)).status, 201);
        const [claim, ...more] = await ledger.list({});
        assert.deepEqual([claim?.memberId, more], [NOOR, []]);
        assert.deepEqual(
          setup.calls.map(({ form }) => form['user_id']),
          [NOOR],
        );
        for (const [n, other] of Object.values(WAYS).entries()) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await using sharing = open(other, { memberIds }, leftOpen(ledger));
          // oxlint-disable-next-line no-await-in-loop
          assert.equal((await other.claim(sharing, ALIASES[n % ALIASES.length])).status, 409);
          assert.equal(sharing.calls.length, 0);
        }
      });
    }

    it('is refused as long as the site has no rule by which it is the same', async () => {
      await using setup = open(way, {});
      for (const alias of [
        `0${NOOR}`,
        `${NOOR}.0`,
        '7.39204618530271847e17',
        `+${NOOR}`,
        `${NOOR}_0`,
        'wren',
        '1234',
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        assert.equal((await way.claim(setup, alias).catch(proofless)).status, way.refusal, alias);
      }
      assert.deepEqual([setup.calls, await setup.ledger.list({})], [[], []]);
    });

    if (!name.startsWith('typed in a plain')) {
      it('is text, and no number: nothing is sent, and nothing is pending', async () => {
        await using setup = open(way, {});
        for (const value of [Number(NOOR), 12345678, null, true, [NOOR], { id: NOOR }]) {
          if (value === null && name === 'of a session') continue;
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const { status } = await way.claim(setup, value).catch(proofless);
          assert.equal(status, name.includes('platform') ? 401 : way.refusal, JSON.stringify(value));
        }
        assert.deepEqual([setup.calls, await setup.ledger.list({})], [[], []]);
        const told = setup.logs;
        if (name === 'in a signed token') assert.match(JSON.stringify(told), /its sub must be text, not a number/);
        if (name === 'of a session')
          assert.match(JSON.stringify(told), /identity\.session gave no member id.*not a number/);
      });
    }
  });
}

describe('the member whom a request names beside who is signed in', () => {
  it('may be written in any way that is the same', async () => {
    const way = WAYS['in a signed token'] ?? assert.fail();
    await using setup = open(way, { memberIds });
    for (const [n, alias] of ALIASES.entries()) {
      const headers = { authorization: `Bearer ${await token(NOOR)}`, 'idempotency-key': 'k' };
      const { status } = await setup.claim('daily', { memberId: alias }, headers);
      assert.equal(status, 201, `${n}: the same request, for the key does not mind how the id is written`);
    }
    const headers = { authorization: `Bearer ${await token(NOOR)}` };
    assert.equal((await setup.claim('daily', { memberId: '12345' }, headers)).status, 400);
    assert.equal((await setup.claim('daily', { memberId: 'wren' }, headers)).status, 400);
    assert.equal(setup.calls.length, 1);
  });
});

describe('lists of members', () => {
  for (const alias of ALIASES) {
    it(`meet their members however either is written: ${JSON.stringify(alias)}`, async () => {
      for (const id of ALIASES) {
        await using blocked = open(WAYS['typed in a widget'] ?? assert.fail(), {
          memberIds,
          members: { block: [alias] },
        });
        assert.equal((await blocked.claim('daily', { memberId: id })).status, 422);
        assert.equal(blocked.calls.length, 0);
        await using allowed = open(WAYS['typed in a widget'] ?? assert.fail(), {
          memberIds,
          members: { allow: [alias] },
        });
        assert.equal((await allowed.claim('daily', { memberId: id })).status, 201);
      }
    });
  }

  it('that are functions are asked about the id as it is always written', async () => {
    const asked: string[] = [];
    const block = (id: string) => {
      asked.push(id);
      return false;
    };
    await using setup = open(WAYS['typed in a widget'] ?? assert.fail(), { memberIds, members: { block } });
    for (const id of ALIASES) await setup.claim('daily', { memberId: id });
    assert.deepEqual(new Set(asked), new Set([NOOR]));
  });
});

describe('looking at an action', () => {
  it('shows one member’s standing, however the id is written', async () => {
    await using setup = open(WAYS['typed in a widget'] ?? assert.fail(), { memberIds });
    await setup.claim('daily', { memberId: NOOR });
    for (const alias of ALIASES) {
      const { body } = await setup.ask(`/rewards/actions/daily?memberId=${encodeURIComponent(alias)}`);
      const { memberId, canClaim } = Object(body['member']);
      assert.deepEqual([memberId, canClaim], [NOOR, false]);
    }
  });

  it('says what is wrong with an id, with the example of the config', async () => {
    await using setup = open(WAYS['typed in a widget'] ?? assert.fail(), { memberIds });
    const { status, body } = await setup.ask('/rewards/actions/daily?memberId=wren');
    assert.deepEqual(
      [status, body['errors']],
      [400, [{ field: 'memberId', message: `must be 5 to 20 digits without a leading zero, such as ${NOOR}` }]],
    );
  });
});

/** A ledger that several proxies share, one of which closes it. */
function leftOpen(ledger: Ledger): Ledger {
  return { ...ledger, close: async () => {} };
}

/** The challenge is not even given for an id that is none. */
function proofless(error: unknown): { status: number } {
  if (error instanceof assert.AssertionError && error.actual === 400) return { status: 400 };
  throw error;
}
