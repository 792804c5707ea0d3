import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { PlatformError } from './platform-error.ts';

/** The library's codes for answers that belong to no request of ours. */
const NOT_WHAT_WAS_ASKED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** The `PlatformError` for an error of the library. It repeats nothing that could come from a visitor. */
export function platformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof AuthorizationResponseError) {
    const denied = error.error === 'access_denied';
    return new PlatformError(denied ? 'denied' : 'rejected', `the platform said ${word(error.error)}`, error);
  }
  if (error instanceof WWWAuthenticateChallengeError && error.status === 401) {
    return new PlatformError('rejected', 'the platform takes the access token no longer', error);
  }
  if (error instanceof ResponseBodyError) {
    const message = `the platform answered ${error.status} with ${word(error.error)} when asked for an access token`;
    return new PlatformError(error.status < 500 ? 'rejected' : 'unreachable', message, error);
  }
  if (error instanceof ClientError) {
    const foreign = NOT_WHAT_WAS_ASKED.has(error.code ?? '');
    return new PlatformError(
      foreign ? 'rejected' : 'unreachable',
      `${error.message} (${error.code ?? 'no code'})`,
      error,
    );
  }
  return new PlatformError('unreachable', 'the platform does not answer', error);
}

/** A valid OAuth error code (RFC 6749, section 5.2), unchanged; anything else is dropped. */
function word(error: string): string {
  return /^[a-z_]{1,64}$/.test(error) ? error : 'an error';
}
