import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lazyTransport } from '../../../src/cli/serve/lazy-transport.ts';
import type { TransportReply, TransportRequest } from '../../../src/service/transport.ts';

const REPLY: TransportReply = { status: 200, headers: new Headers(), body: '{}', complete: true };

function requestOf(body: string): TransportRequest {
  const url = new URL('https://service.example/');
  return { url, headers: {}, body, connectTimeoutMs: 1000, replyTimeoutMs: 1000, maxReplyBytes: 1000 };
}

/** One that notes what is done with it. */
function noting(): { done: string[]; load: Parameters<typeof lazyTransport>[0] } {
  const done: string[] = [];
  const send = async ({ body }: TransportRequest) => {
    done.push(`sent ${body}`);
    return REPLY;
  };
  const load = async () => {
    done.push('loaded');
    return Object.assign(send, { close: async () => void done.push('closed') });
  };
  return { done, load };
}

describe('a transport that is loaded with its first call', () => {
  it('is loaded once, however many come at that moment, and closed at the end', async () => {
    const { done, load } = noting();
    const transport = lazyTransport(load);
    assert.deepEqual(done, []);
    assert.deepEqual(await Promise.all([transport(requestOf('a')), transport(requestOf('b'))]), [REPLY, REPLY]);
    await transport.close();
    assert.deepEqual(done, ['loaded', 'sent a', 'sent b', 'closed']);
  });

  it('is not loaded to be closed', async () => {
    const { done, load } = noting();
    await lazyTransport(load).close();
    assert.deepEqual(done, []);
  });

  it('has written nothing where it cannot be loaded, and says why', async () => {
    const transport = lazyTransport(() => Promise.reject(new Error('there is no undici')));
    await assert.rejects(transport(requestOf('a')), {
      name: 'TransportError',
      written: false,
      message: 'undici could not be loaded (there is no undici): start the proxy again if this goes on',
    });
    await transport.close();
  });

  it('is loaded with a later call where it could not be before', async () => {
    const { done, load } = noting();
    let fails = true;
    const transport = lazyTransport(() => (fails ? Promise.reject(new Error('EMFILE')) : load()));
    await assert.rejects(transport(requestOf('a')), { written: false });
    fails = false;
    assert.equal(await transport(requestOf('b')), REPLY);
    await transport.close();
    assert.deepEqual(done, ['loaded', 'sent b', 'closed']);
  });
});
