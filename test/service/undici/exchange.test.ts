import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors } from 'undici';
import type { TransportReply } from '../../../src/service/transport.ts';
import { Exchange } from '../../../src/service/undici/exchange.ts';

const REQUEST = {
  url: new URL('https://community.example/'),
  headers: {},
  body: '',
  connectTimeoutMs: 300,
  replyTimeoutMs: 300,
  maxReplyBytes: 1,
};

for (const Late of [errors.ConnectTimeoutError, errors.HeadersTimeoutError]) {
  it(`a call that found no connection in time says so, also where undici's ${Late.name} comes first`, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<TransportReply>();
    new Exchange(REQUEST, resolve, reject).onResponseError(null, new Late());
    await assert.rejects(promise, { message: 'no connection within 300 ms', written: false });
  });
}
