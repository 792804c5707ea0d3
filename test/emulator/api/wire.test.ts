import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { FaultInput } from '../../../src/emulator/index.ts';
import { AWARD, harbour, KEY, memberNow } from '../community.ts';
import { listen } from '../listen.ts';

async function listening(context: TestContext, faults: FaultInput[] = []) {
  const emulator = harbour({ faults });
  const { url, close } = await listen(emulator);
  context.after(close);
  return { emulator, url };
}

/** Posts an award over a socket of its own and reads what comes back, to the end or to the break. */
async function post(url: string) {
  const sent = request(`${url}/1/points/award`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': KEY, 'content-type': 'application/x-www-form-urlencoded' },
  });
  sent.end(String(new URLSearchParams(AWARD)));
  const [reply] = await once(sent, 'response');
  const chunks: Uint8Array[] = [];
  let broken = false;
  try {
    for await (const chunk of reply) chunks.push(chunk);
  } catch {
    broken = true;
  }
  return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(chunks), broken };
}

describe('the emulator behind a socket', () => {
  it('answers a call', async (context) => {
    const { emulator, url } = await listening(context);
    const { status, bytes, broken } = await post(url);
    assert.deepEqual([status, JSON.parse(String(bytes)).data.points, broken], [200, 10, false]);
    assert.equal(memberNow(emulator).points, 350);
  });

  for (const executed of [true, false]) {
    it(`breaks the connection without a byte ${executed ? 'after' : 'before'} the execution`, async (context) => {
      const { emulator, url } = await listening(context, [{ kind: 'reset', at: 'no-reply', executed }]);
      await assert.rejects(post(url), { code: 'ECONNRESET' });
      assert.equal(memberNow(emulator).points, executed ? 350 : 340);
    });
  }

  it('breaks the connection after the headers', async (context) => {
    const { url } = await listening(context, [{ kind: 'reset', at: 'headers' }]);
    const { status, bytes, broken } = await post(url);
    assert.deepEqual([status, bytes.length, broken], [200, 0, true]);
  });

  it('breaks the connection in the middle of the body', async (context) => {
    const { url } = await listening(context, [{ kind: 'reset', at: 'body' }]);
    const { status, headers, bytes, broken } = await post(url);
    assert.deepEqual([status, bytes.length, broken], [200, Math.ceil(Number(headers['content-length']) / 2), true]);
  });

  it('sends a reply beyond 64 KiB whole', async (context) => {
    const { url } = await listening(context, [{ kind: 'huge', bytes: 65_537 }]);
    const { bytes, broken } = await post(url);
    assert.deepEqual([bytes.length, broken], [65_537, false]);
  });

  it('ends a call that hangs when the client leaves', async (context) => {
    const { emulator, url } = await listening(context, [{ kind: 'hang' }]);
    const executed = new Promise<void>((resolve) => {
      emulator.subscribe(({ type }) => type === 'award' && resolve());
    });
    const logged = new Promise<number | null>((resolve) => {
      emulator.subscribe((event) => event.type === 'call' && resolve(event.data.status));
    });
    const client = new AbortController();
    const reply = fetch(`${url}/1/points/award`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: new URLSearchParams(AWARD),
      signal: client.signal,
    });
    await executed;
    client.abort();
    await assert.rejects(reply, { name: 'AbortError' });
    assert.equal(await logged, null);
  });

  it('streams events until the client leaves', async (context) => {
    const { emulator, url } = await listening(context);
    const client = new AbortController();
    const events = await fetch(`${url}/emulator/events`, { signal: client.signal });
    assert.equal(events.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const reader = events.body?.getReader() ?? assert.fail('no body');
    emulator.state.createKey(emulator.state.addServer({ name: 'North Pier' }).id);
    let text = '';
    while (!text.includes('key-created'))
      text += String(Buffer.from((await reader.read()).value ?? assert.fail('ended')));
    client.abort();
    await assert.rejects(reader.read(), { name: 'AbortError' });
  });
});
