import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseBodyError } from 'openid-client';
import { platformError } from '../../../../src/proxy/identity/platform/provider-error.ts';

describe('an error that the platform answers with where it is asked for an access token', () => {
  for (const [status, code] of [
    [400, 'rejected'],
    [503, 'unreachable'],
  ] as const) {
    it(`leaves a sign-in ${code} with ${status}`, () => {
      const response = new Response(null, { status });
      const error = new ResponseBodyError('no', { cause: { error: 'server_error' }, response });
      assert.equal(platformError(error).code, code);
    });
  }
});
