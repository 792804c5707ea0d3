import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { NOON, ORIGIN } from '../support/setup.ts';
import { proving } from '../proofs/proving.ts';
import { askFor, claimWith, messageFor, takesAll, wallet } from './signing.ts';

const HOUR = 3_600_000;
const { address } = wallet();
const SIGNATURE = `0x${'ab'.repeat(65)}`;

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

describe('the text for a wallet', () => {
  it('is asked for in JSON alone, and a form is told so', async () => {
    await using setup = proving(takesAll());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await setup.ask('/rewards/actions/tour/onchain', { method: 'POST', headers, body: 'a=b' });
    assert.equal(status, 415);
    assert.equal(body['detail'], 'The request must be JSON: send it with the header content-type: application/json.');
  });

  it('is a whole one of EIP-4361 for the page that asks', async () => {
    await using setup = proving(takesAll());
    const { status, body } = await askFor(setup, { address: address.toLowerCase() });
    assert.equal(status, 200);
    const message = String(body['message']);
    const parsed = parseSiweMessage(message);
    const { nonce, requestId, ...rest } = parsed;
    assert.deepEqual(rest, {
      address,
      chainId: 1,
      domain: 'example.org',
      statement: 'Claim tour as member ann. This moves nothing, allows nothing and costs nothing.',
      uri: ORIGIN,
      version: '1',
      issuedAt: new Date(NOON),
      expirationTime: new Date(NOON + HOUR),
      resources: ['urn:rewards:action:tour', 'urn:rewards:member:ann'],
    });
    assert.match(String(nonce), /^[0-9a-f]{96}$/);
    assert.equal(String(nonce).slice(0, 32), requestId);
    assert.equal(body['expiresAt'], new Date(NOON + HOUR).toISOString());
    assert.ok(validateSiweMessage({ message: parsed, address, domain: 'example.org', time: new Date(NOON) }));
    assert.match(message, /^[\n\x20-\x7e]+$/);
    assert.notEqual(message, await messageFor(setup, { address }));
    assert.deepEqual(await setup.ledger.list({}), []);
  });

  it('has no letter beyond ASCII, whatever members are called', async () => {
    await using setup = proving(takesAll(), { config: { memberIds: { pattern: '.{1,64}' } } });
    const memberId = 'Zoë|山';
    const message = await messageFor(setup, { address, memberId });
    assert.match(message, /^[\n\x20-\x7e]+$/);
    assert.match(message, /as the member named below\./);
    assert.match(message, /- urn:rewards:member:Zo%C3%AB%7C%E5%B1%B1$/);
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE }, { memberId })).status, 201);
  });

  for (const [name, asked, field] of [
    ['an address that is too short', { address: address.slice(0, -1) }, 'address'],
    ['an address with the wrong capitals', { address: `0x${address.slice(2).replace(/[a-f]/i, swapped)}` }, 'address'],
    ['no address', { address: 'vitalik.eth' }, 'address'],
    ['another chain', { address, chainId: 5 }, 'chainId'],
  ] as const) {
    it(`is not written for ${name}`, async () => {
      await using setup = proving(takesAll());
      const { status, body } = await askFor(setup, asked);
      assert.equal(status, 400);
      assert.deepEqual(
        (body['errors'] as { field: string }[]).map((error) => error.field),
        [field],
      );
    });
  }

  it('is not written for anything else that is wrong', async () => {
    await using setup = proving(takesAll());
    const send = (body: unknown, action = 'tour', headers: Record<string, string | null> = {}) =>
      setup.ask(`/rewards/actions/${action}/onchain`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const right = { memberId: 'ann', address, chainId: 1 };
    assert.equal((await send(right, 'daily')).body['code'], 'not-found');
    assert.equal((await send(right, 'nothing')).body['code'], 'unknown-action');
    assert.equal((await send({ ...right, points: 5 })).body['code'], 'invalid-request');
    assert.equal((await send([])).body['code'], 'invalid-request');
    assert.equal((await send({ address, chainId: 1 })).body['code'], 'invalid-request');
    assert.equal((await send(right, 'tour', { origin: 'https://evil.example' })).body['code'], 'origin-not-allowed');
    assert.match(String((await send(right, 'tour', { origin: null })).body['detail']), /names no site/);
    assert.equal((await send(right)).status, 200);
  });

  it('is not written for a page of the proxy’s own that names no origin, or what is none', async () => {
    await using setup = proving(takesAll(), { config: { embed: { elements: 'https://cdn.example/dist/' } } });
    const body = JSON.stringify({ memberId: 'ann', address, chainId: 1 });
    for (const [origin, status] of [
      ['x', 403],
      ['data:x', 403],
      ['https://rewards.example/', 403],
      ['null', 400],
      ['https://rewards.example', 200],
    ] as const) {
      const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const answer = await setup.ask('/rewards/actions/tour/onchain', { method: 'POST', headers, body });
      assert.equal(answer.status, status, origin);
    }
  });

  it('counts as a request to the limits', async () => {
    await using setup = proving(takesAll(), { config: { limits: { requests: { max: 2, perSeconds: 60 } } } });
    const codes = [];
    for (let n = 0; n < 3; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await setup.ask('/rewards/actions/tour/onchain', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId: 'ann', address, chainId: 1 }),
        clientAddress: '203.0.113.9',
      });
      codes.push(body['code']);
    }
    assert.deepEqual(codes, [undefined, undefined, 'rate-limited']);
  });

  it('is known to every process with the same secret, and to no other', async () => {
    const config = { challengeSecret: 'a secret that several processes share' };
    await using one = proving(takesAll(), { config });
    await using other = proving(takesAll(), { config });
    await using stranger = proving(takesAll(), { config: { challengeSecret: 'another secret, of somebody else' } });
    const message = await messageFor(one, { address });
    assert.equal((await claimWith(stranger, { message, signature: SIGNATURE })).body['code'], 'not-proved');
    assert.equal((await claimWith(other, { message, signature: SIGNATURE })).status, 201);
  });
});
