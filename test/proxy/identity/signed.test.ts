import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { type Identified, memberIdsOf, signedIdentity, type TokenSettings } from '../../../src/proxy/identity/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const MEMBER = '123456789012345678';
const SETTINGS: TokenSettings = { secrets: [SECRET] };
const GIVEN = { action: 'daily' };
const ids = memberIdsOf();

function identify(shown: string | null, settings = SETTINGS, given: { action: string; memberId?: string } = GIVEN) {
  const headers: Record<string, string> = shown === null ? {} : { authorization: `Bearer ${shown}` };
  return signedIdentity(settings, { ids, now: Date.now }).identify(
    new Request('http://localhost/', { headers }),
    given,
  );
}

const now = () => Math.floor(Date.now() / 1000);

/** Claims of one instant, however long a token takes to be signed. */
function livingFor(seconds: number): { iat: number; exp: number } {
  const iat = now();
  return { iat, exp: iat + seconds };
}

/** A token as the site signs it, with what a test cares for put in its place. */
function token({
  claims = {},
  header = {},
  secret = SECRET,
}: {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  secret?: string;
} = {}): Promise<string> {
  const payload = { sub: MEMBER, aud: 'rewards-elements', jti: 'j-1', ...livingFor(60), ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'rewards-member+jwt', ...header })
    .sign(new TextEncoder().encode(secret));
}

function unsigned(claims: object, header: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.`;
}

/** As a program without a library signs, whatever the header says. */
function signedByHand(header: object, claims: object = {}): string {
  const signed = unsigned(claims, header).slice(0, -1);
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

function refused(identified: Identified, code = 'sign-in-required'): { refusal?: string } {
  assert.ok('problem' in identified, 'it was accepted');
  assert.equal(identified.problem.code, code);
  return identified;
}

describe('a signed token', () => {
  it('names the member, and is good for one claim until it expires', async (t) => {
    const signed = Date.UTC(2026, 5, 1);
    t.mock.timers.enable({ apis: ['Date'], now: signed });
    const identified = await identify(await signMemberToken({ memberId: MEMBER, secret: SECRET }));
    assert.ok('memberId' in identified && identified.singleUse);
    assert.equal(identified.memberId, MEMBER);
    assert.match(identified.singleUse.id, /^token [0-9a-f-]{36}$/);
    assert.equal(identified.singleUse.expiresAt, signed + 150_000);
  });

  it('may be for one action alone', async () => {
    const only = await signMemberToken({ memberId: MEMBER, secret: SECRET, action: 'meetup' });
    refused(await identify(only));
    assert.ok('memberId' in (await identify(only, SETTINGS, { action: 'meetup' })));
  });

  it('is taken from either of two secrets while they change', async () => {
    const settings = { secrets: ['the new secret of thirty-two bytes!!', SECRET] };
    assert.ok('memberId' in (await identify(await token(), settings)));
    refused(await identify(await token(), { secrets: ['the new secret of thirty-two bytes!!'] }));
  });

  for (const [algorithm, curve] of [
    ['ES256', 'P-256'],
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'Ed25519'],
  ] as const) {
    it(`may be signed with a private key (${algorithm})`, async () => {
      const { privateKey, publicKey } = await generateKeyPair(algorithm, { crv: curve, extractable: true });
      const settings = { publicKeys: [await exportJWK(publicKey)], secrets: [SECRET] };
      const signed = await new SignJWT({ aud: 'rewards-elements' })
        .setSubject(MEMBER)
        .setJti('j')
        .setIssuedAt()
        .setExpirationTime('2m')
        .setProtectedHeader({ alg: algorithm, typ: 'rewards-member+jwt' })
        .sign(privateKey);
      assert.ok('memberId' in (await identify(signed, settings)));
      assert.ok('memberId' in (await identify(await token(), settings)));
    });
  }

  it('may live for as long as any may', async () => {
    const signed = await signMemberToken({ memberId: MEMBER, secret: SECRET, lifeSeconds: 300 });
    assert.ok('memberId' in (await identify(signed)));
  });

  it('may be shown with the name of the scheme in other letters, which HTTP does not tell apart', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      const request = new Request('http://localhost/', { headers: { authorization: `${scheme} ${await token()}` } });
      assert.ok('memberId' in (await signedIdentity(SETTINGS, { ids, now: Date.now }).identify(request, GIVEN)));
    }
  });

  it('agrees with the member id in the request, where there is one', async () => {
    const good = await token();
    assert.ok('memberId' in (await identify(good, SETTINGS, { ...GIVEN, memberId: MEMBER })));
    refused(await identify(good, SETTINGS, { ...GIVEN, memberId: '1' }), 'invalid-request');
  });

  const none = { sub: MEMBER, aud: 'rewards-elements', jti: 'j', iat: now(), exp: now() + 60 };
  const attacks: [string, RegExp | undefined, () => Promise<string> | string | null][] = [
    ['none at all', undefined, () => null],
    ['one that is no token', /three parts of base64url/, () => 'hello'],
    [
      'one without a signature',
      /three parts of base64url/,
      () => unsigned(none, { alg: 'none', typ: 'rewards-member+jwt' }),
    ],
    [
      'an empty signature under HS256',
      /three parts of base64url/,
      () => unsigned(none, { alg: 'HS256', typ: 'rewards-member+jwt' }),
    ],
    [
      'a foreign secret',
      /no secret or key of identity.signed signed it/,
      () => token({ secret: 'another secret of thirty-two bytes..' }),
    ],
    [
      'one that has expired',
      /it expired 3[12] seconds ago/,
      () => token({ claims: { iat: now() - 200, exp: now() - 31 } }),
    ],
    [
      'one from the future',
      /its iat is 1(20|19) seconds ahead/,
      () => token({ claims: { iat: now() + 120, exp: now() + 200 } }),
    ],
    ['one that is not valid yet', /its nbf is 1(20|19) seconds ahead/, () => token({ claims: { nbf: now() + 120 } })],
    [
      'one that lives too long',
      /its exp must be at most 300 seconds after its iat/,
      () => token({ claims: livingFor(301) }),
    ],
    [
      'one that was issued long ago',
      /its iat is 40[01] seconds ago, and may be 300 at most/,
      () => token({ claims: { iat: now() - 400, exp: now() + 10 } }),
    ],
    [
      'one for somebody else',
      /its aud must be "rewards-elements"/,
      () => token({ claims: { aud: 'another-product' } }),
    ],
    ['one of another type', /the typ in its header must be rewards-member/, () => token({ header: { typ: 'at+jwt' } })],
    ['one without a type', /the typ in its header must be rewards-member/, () => token({ header: { typ: undefined } })],
    ['one without an id', /it has no jti$/, () => token({ claims: { jti: undefined } })],
    ['one with an empty id', /its jti must be text/, () => token({ claims: { jti: '' } })],
    ['one with a blank id', /its jti must be text/, () => token({ claims: { jti: ' \n' } })],
    ['one with a number as its id', /its jti must be text/, () => token({ claims: { jti: 1 } })],
    [
      'one with an endless id',
      /its jti must be text of at most 256 characters/,
      () => token({ claims: { jti: 'j'.repeat(257) } }),
    ],
    ['one without an end', /it has no exp$/, () => token({ claims: { exp: undefined } })],
    ['one without a member', /it has no sub$/, () => token({ claims: { sub: undefined } })],
    ['one whose member is none', /its sub must be 5 to 20 digits/, () => token({ claims: { sub: 'a b\n' } })],
    [
      'one whose member is a number',
      /its sub must be text, not a number/,
      () => token({ claims: { sub: Number(MEMBER) } }),
    ],
    [
      'one whose member is a small number',
      /its sub must be text, not a number/,
      () => token({ claims: { sub: 12345678 } }),
    ],
    ['one whose member is a list', /its sub must be text/, () => token({ claims: { sub: [MEMBER] } })],
    [
      'one whose member is written otherwise',
      /its sub must be 5 to 20 digits/,
      () => token({ claims: { sub: `0${MEMBER}` } }),
    ],
    [
      'one with a time that is text',
      /its exp must be a number: seconds/,
      () => token({ claims: { exp: `${now() + 60}` } }),
    ],
    [
      'one that counts milliseconds',
      /its iat is \d{13} seconds ahead of the clock of the proxy \(it counts seconds, not milliseconds\)/,
      () => token({ claims: { iat: Date.now(), exp: Date.now() + 60_000 } }),
    ],
    ['an algorithm in small letters', /the alg in its header must be HS256$/, () => signedByHand({ alg: 'hs256' })],
    [
      'an extension that nobody knows',
      /its header has a crit/,
      () => signedByHand({ alg: 'HS256', crit: ['x'], x: 1 }),
    ],
    ['base64 with its padding', /no = at their ends/, async () => `${await token()}=`],
    ['claims that are no object', /what it says must be a JSON object/, () => signedByHand({ alg: 'HS256' }, [1])],
    [
      'an algorithm that is not allowed',
      /the alg in its header must be HS256$/,
      () => token({ header: { alg: 'HS512' }, secret: SECRET.repeat(2) }),
    ],
    [
      'one that was changed',
      /no secret or key of identity.signed signed it/,
      async () => {
        const [head, , signature] = (await token()).split('.');
        return `${head}.${Buffer.from(JSON.stringify({ ...none, sub: '1' })).toString('base64url')}.${signature}`;
      },
    ],
  ];
  for (const [name, reason, make] of attacks) {
    it(`is refused, and the log says why: ${name}`, async () => {
      const { refusal } = refused(await identify(await make()));
      if (reason) assert.match(refusal ?? '', reason);
      else assert.equal(refusal, undefined);
    });
  }

  it('is judged by the key that it was signed with, where there are several', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const settings = { publicKeys: [await exportJWK(publicKey)], secrets: ['x'.repeat(32), SECRET] };
    const reason = async (shown: Promise<string> | string) => refused(await identify(await shown, settings)).refusal;
    assert.match((await reason(token({ claims: { aud: 'another' } }))) ?? '', /its aud must be/);
    assert.match((await reason(token({ secret: 'y'.repeat(32) }))) ?? '', /no secret or key/);
    assert.match((await reason(signedByHand({ alg: 'HS512' }))) ?? '', /must be HS256 or ES256$/);
    assert.match(
      (await reason(signedByHand({ alg: 'HS256' }, [1]))) ?? '',
      /signed it, but what it says must be a JSON/,
    );
  });

  it('is refused that is signed with the public key as a secret', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const settings = { publicKeys: [await exportJWK(publicKey)] };
    refused(await identify(await token({ secret: await exportSPKI(publicKey) }), settings));
    refused(await identify(await token({ secret: JSON.stringify(settings.publicKeys[0]) }), settings));
  });
});

describe('signing a token', () => {
  it('takes an id as text alone, written as the site has it', async () => {
    const good = { memberId: MEMBER, secret: SECRET };
    const subOf = (signed: string) => JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()).sub;
    for (const memberId of [Number(MEMBER), 12345678, 12345678n, null, undefined, [MEMBER], { id: MEMBER }, true]) {
      // @ts-expect-error -- as a site in plain JavaScript may have it
      await assert.rejects(signMemberToken({ ...good, memberId }), /^TypeError: memberId must be text, not /);
    }
    for (const memberId of [`0${MEMBER}`, ` ${MEMBER}`, `${MEMBER}\n`, `<@${MEMBER}>`, '1234', 'wren']) {
      await assert.rejects(signMemberToken({ ...good, memberId }), /^TypeError: memberId must be 5 to 20 digits/);
    }
    const memberIds = { pattern: /[a-z]+/, canonical: (text: string) => text.toLowerCase() };
    assert.equal(subOf(await signMemberToken({ ...good, memberId: 'Wren', memberIds })), 'wren');
    assert.equal(subOf(await signMemberToken(good)), MEMBER);
  });

  it('needs a long secret, a member id and a short life', async () => {
    const good = { memberId: MEMBER, secret: SECRET };
    await assert.rejects(signMemberToken({ ...good, secret: 'short' }), /at least 32 bytes/);
    await assert.rejects(signMemberToken({ ...good, memberId: '' }), TypeError);
    await assert.rejects(signMemberToken({ ...good, lifeSeconds: 301 }), RangeError);
  });
});
