import type { errors } from 'jose';
import { errorCode } from '../../common/error-code.ts';
import { MAX_LIFE_S, TOKEN_TYPE } from './member-token.ts';

/** What a refused token should have had. */
interface TokenDemands {
  algorithms: readonly string[];
  audience: string;
  /** In milliseconds. */
  now: number;
}

type Failure = errors.JWTClaimValidationFailed | errors.JWTExpired;

/** What is wrong with a text that is no JWT. */
export const NO_JWT =
  'it must be three parts of base64url with dots between them and nothing around them (no +, no /, and no = at their ends; no quotes, and no Bearer of your own), the first two of them JSON objects';

/**
 * Says in the log what is wrong with a token, for whoever signs tokens in another language. `failures` are the errors of jose for each key: the
 * token is judged by the one that got furthest.
 */
export function tokenRefusal(failures: readonly unknown[], demands: TokenDemands): string {
  const claim = failures.find(isOfClaim);
  if (claim) return `your server signed it, but ${wrongClaim(claim, demands)}`;
  const codes = new Set(failures.map(errorCode));
  if (codes.has('ERR_JWT_INVALID')) return 'your server signed it, but what it says must be a JSON object';
  if (codes.has('ERR_JWS_SIGNATURE_VERIFICATION_FAILED')) {
    return 'no secret or key of identity.signed signed it: a secret is used as the text that it is, and not decoded';
  }
  if (codes.has('ERR_JOSE_ALG_NOT_ALLOWED')) return `the alg in its header must be ${oneOf(demands.algorithms)}`;
  if (codes.has('ERR_JOSE_NOT_SUPPORTED')) return 'its header has a crit, and no extension is known here';
  return NO_JWT;
}

function isOfClaim(failure: unknown): failure is Failure {
  const code = errorCode(failure);
  return code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' || code === 'ERR_JWT_EXPIRED';
}

function wrongClaim({ claim, reason, payload }: Failure, { audience, now }: TokenDemands): string {
  if (claim === 'typ') return `the typ in its header must be ${TOKEN_TYPE}`;
  if (reason === 'missing') return `it has no ${claim}`;
  if (claim === 'aud') return `its aud must be ${JSON.stringify(audience)}`;
  const time = payload[claim];
  if (reason === 'invalid' || typeof time !== 'number') return `its ${claim} must be a number: seconds since 1970`;
  const ahead = Math.round(time - now / 1000);
  if (claim === 'exp') return `it expired ${-ahead} seconds ago by the clock of the proxy`;
  if (ahead < 0) return `its ${claim} is ${-ahead} seconds ago, and may be ${MAX_LIFE_S} at most`;
  return `its ${claim} is ${ahead} seconds ahead of the clock of the proxy (it counts seconds, not milliseconds)`;
}

function oneOf(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(words));
}
