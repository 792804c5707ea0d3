import assert from 'node:assert/strict';
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

function refused(identified: Identified, code = 'sign-in-required'): void {
  assert.ok('problem' in identified, 'it was accepted');
  assert.equal(identified.problem.code, code);
}

describe('a signed token', () => {
  it('names the member, and is good for one claim until it expires', async () => {
    const identified = await identify(await signMemberToken({ memberId: MEMBER, secret: SECRET }));
    assert.ok('memberId' in identified && identified.singleUse);
    assert.equal(identified.memberId, MEMBER);
    assert.match(identified.singleUse.id, /^token [0-9a-f-]{36}$/);
    assert.ok(Math.abs(identified.singleUse.expiresAt - Date.now() - 150_000) < 5000);
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
  const attacks: [string, () => Promise<string> | string | null][] = [
    ['none at all', () => null],
    ['one that is no token', () => 'hello'],
    ['one without a signature', () => unsigned(none, { alg: 'none', typ: 'rewards-member+jwt' })],
    ['an empty signature under HS256', () => unsigned(none, { alg: 'HS256', typ: 'rewards-member+jwt' })],
    ['a foreign secret', () => token({ secret: 'another secret of thirty-two bytes..' })],
    ['one that has expired', () => token({ claims: { iat: now() - 200, exp: now() - 31 } })],
    ['one from the future', () => token({ claims: { iat: now() + 120, exp: now() + 200 } })],
    ['one that is not valid yet', () => token({ claims: { nbf: now() + 120 } })],
    ['one that lives too long', () => token({ claims: livingFor(301) })],
    ['one that was issued long ago', () => token({ claims: { iat: now() - 400, exp: now() + 10 } })],
    ['one for somebody else', () => token({ claims: { aud: 'another-product' } })],
    ['one of another type', () => token({ header: { typ: 'at+jwt' } })],
    ['one without a type', () => token({ header: { typ: undefined } })],
    ['one without an id', () => token({ claims: { jti: undefined } })],
    ['one with an empty id', () => token({ claims: { jti: '' } })],
    ['one with a blank id', () => token({ claims: { jti: ' \n' } })],
    ['one with a number as its id', () => token({ claims: { jti: 1 } })],
    ['one with an endless id', () => token({ claims: { jti: 'j'.repeat(257) } })],
    ['one without an end', () => token({ claims: { exp: undefined } })],
    ['one without a member', () => token({ claims: { sub: undefined } })],
    ['one whose member is none', () => token({ claims: { sub: 'a b\n' } })],
    ['one whose member is a number', () => token({ claims: { sub: Number(MEMBER) } })],
    ['one whose member is a small number', () => token({ claims: { sub: 12345678 } })],
    ['one whose member is a list', () => token({ claims: { sub: [MEMBER] } })],
    ['one whose member is written otherwise', () => token({ claims: { sub: `0${MEMBER}` } })],
    ['an algorithm that is not allowed', () => token({ header: { alg: 'HS512' }, secret: SECRET.repeat(2) })],
    [
      'one that was changed',
      async () => {
        const [head, , signature] = (await token()).split('.');
        return `${head}.${Buffer.from(JSON.stringify({ ...none, sub: '1' })).toString('base64url')}.${signature}`;
      },
    ],
  ];
  for (const [name, make] of attacks) {
    it(`is refused: ${name}`, async () => refused(await identify(await make())));
  }

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
