import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedOf, sentBy } from '../../../demo/in-page/messages.ts';

/** What answers, as it is asked from another thread: whatever goes there is copied. */
const acrossThreads = (answer: (request: Request) => Promise<Response>) => {
  const sent = sentBy(answer);
  return askedOf(async (request) => structuredClone(await sent(structuredClone(request))));
};

const ADDRESS = 'https://proxy.example/rewards/claims?lang=en';

describe('what a page asks its own backend in another thread', () => {
  it('is the request with all that it has, and so is the answer', async () => {
    const ask = acrossThreads(async (request) =>
      Response.json(
        {
          url: request.url,
          method: request.method,
          key: request.headers.get('idempotency-key'),
          body: await request.text(),
        },
        { status: 201, headers: { 'retry-after': '3' } },
      ),
    );
    const headers = { 'idempotency-key': 'key-1' };
    const response = await ask(new Request(ADDRESS, { method: 'POST', headers, body: '{"memberId":"1"}' }));
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('retry-after'), '3');
    const said = { url: ADDRESS, method: 'POST', key: 'key-1', body: '{"memberId":"1"}' };
    assert.deepEqual(await response.json(), said);
  });

  for (const status of [204, 205, 304]) {
    it(`may be answered with ${status}, which has no body`, async () => {
      const ask = acrossThreads(async () => new Response(null, { status }));
      for (const method of ['GET', 'HEAD', 'POST']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        assert.equal((await ask(new Request(ADDRESS, { method }))).status, status);
      }
    });
  }
});
