import type { JWK, JWTPayload } from 'jose';
import type { ProblemReply } from '../http/problem.ts';
import { bearerToken } from './bearer.ts';
import { otherMember } from './given-member.ts';
import type { Identified, Identity, IdentityContext } from './identity.ts';
import { MAX_LIFE_S, secretBytes, TOKEN_AUDIENCE, TOKEN_TYPE } from './member-token.ts';
import { NO_JWT, tokenRefusal } from './token-refusal.ts';

/** How the site's own server signs tokens. Several keys may be valid at the same time, while a new one replaces an old one. */
export interface TokenSettings {
  /** Secrets shared with the site, for HS256. */
  secrets?: readonly string[] | undefined;
  /** Public keys as JWK, of EC P-256 for ES256 or of Ed25519 for EdDSA. */
  publicKeys?: readonly JWK[] | undefined;
  audience?: string | undefined;
}

/** Loaded with the first token: most sites have none. */
const loadJose = () => import('jose');

interface Key {
  algorithms: string[];
  key: Uint8Array | Awaited<ReturnType<Awaited<ReturnType<typeof loadJose>>['importJWK']>>;
}

const CLOCK_TOLERANCE_S = 30;
const MAX_TOKEN_ID_LENGTH = 256;
/** A JWT in its compact form (RFC 7519). */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * The member is the one for whom the site's server has signed a token (a JWT in `Authorization: Bearer`). Each key only accepts tokens of its own
 * algorithm, whatever their header says. Throws `RangeError` for a secret that is too short.
 */
export function signedIdentity(
  { secrets = [], publicKeys = [], audience = TOKEN_AUDIENCE }: TokenSettings,
  { ids, now }: IdentityContext,
): Identity {
  const shared = secrets.map((secret): Key => ({ algorithms: ['HS256'], key: secretBytes(secret) }));
  const keys = Promise.all(publicKeys.map(publicKey)).then((known) => [...shared, ...known]);
  // The first request that needs the keys reports the error.
  keys.catch(() => undefined);

  async function read(token: string): Promise<Read> {
    if (!JWT.test(token)) return { refusal: NO_JWT };
    const at = now();
    const options = {
      audience,
      typ: TOKEN_TYPE,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: MAX_LIFE_S,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(at),
    };
    const [known, { jwtVerify }] = await Promise.all([keys, loadJose()]);
    const results = await Promise.allSettled(
      known.map(({ key, algorithms }) => jwtVerify(token, key, { ...options, algorithms })),
    );
    const good = results.find((result) => result.status === 'fulfilled');
    if (!good) {
      const failures = results.map((result) => (result.status === 'rejected' ? result.reason : undefined));
      return {
        refusal: tokenRefusal(failures, { algorithms: known.flatMap((key) => key.algorithms), audience, now: at }),
      };
    }
    return limited(good.value.payload);
  }

  return {
    mode: 'signed',
    async identify(request, { memberId, action }): Promise<Identified> {
      const token = bearerToken(request);
      if (token === null) return { problem: signIn('Please sign in on this site first.') };
      const result = await read(token);
      if ('refusal' in result) {
        const problem = signIn('Your sign-in could not be confirmed. Please reload this page and try again.');
        return { problem, refusal: result.refusal };
      }
      const { sub, jti, exp, action: only } = result.claims;
      const member = ids.read(sub);
      if ('error' in member) {
        const problem = signIn(
          'Your sign-in does not say who you are as it should. Please tell the owner of the site.',
        );
        return { problem, refusal: `your server signed it, but its sub ${member.error}` };
      }
      if (only !== undefined && only !== action) {
        const problem = signIn('Your sign-in is for something else here.');
        return { problem, refusal: 'the token is for another action' };
      }
      const problem = otherMember(memberId, member.id, ids);
      if (problem) return { problem };
      // Times may have fractions of a second (RFC 7519), and the ledger has whole milliseconds.
      const expiresAt = Math.ceil((exp + CLOCK_TOLERANCE_S) * 1000);
      return { memberId: member.id, singleUse: { id: `token ${jti}`, expiresAt, ...USED } };
    },
  };
}

function signIn(detail: string): ProblemReply {
  return { code: 'sign-in-required', detail };
}

const USED = {
  ifUsed: signIn('Your sign-in was used for another request already. Please reload this page and try again.'),
  refusalIfUsed: 'its jti was used for another claim: sign a token for each claim, with a new jti',
};

/** What a token says, or what is wrong with it, for the log. */
type Read = { claims: JWTPayload & { jti: string; exp: number } } | { refusal: string };

/** Checks what a valid signature does not ensure: an id of limited length, and a limited lifetime. */
function limited(payload: JWTPayload): Read {
  const { jti, iat, exp } = payload;
  if (typeof jti !== 'string' || jti.trim() === '' || jti.length > MAX_TOKEN_ID_LENGTH) {
    return {
      refusal: `your server signed it, but its jti must be text of at most ${MAX_TOKEN_ID_LENGTH} characters, and not blank`,
    };
  }
  if (iat === undefined || exp === undefined || exp - iat > MAX_LIFE_S) {
    return { refusal: `your server signed it, but its exp must be at most ${MAX_LIFE_S} seconds after its iat` };
  }
  return { claims: { ...payload, jti, exp } };
}

async function publicKey(jwk: JWK): Promise<Key> {
  const algorithms = jwk.kty === 'OKP' ? ['EdDSA', 'Ed25519'] : ['ES256'];
  const { importJWK } = await loadJose();
  return { algorithms, key: await importJWK(jwk, algorithms[0]) };
}
