import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { intercept, release } from '../../../demo/in-page/intercept.ts';

/** A port that no browser asks. */
const BELOW = 'https://127.0.0.1:1/';
const NOWHERE = 'data:text/plain,from the network';

describe('what a page answers by itself', () => {
  const before = { fetch: globalThis.fetch, location: Reflect.get(globalThis, 'location') };

  beforeEach(() => {
    Reflect.set(globalThis, 'location', new URL('https://site.example/demo/'));
    intercept({ below: BELOW, answer: async (request) => new Response(`${request.method} ${request.url}`) });
  });
  afterEach(() => {
    release(BELOW);
    release('https://site.example/rewards/');
    globalThis.fetch = before.fetch;
    if (before.location === undefined) Reflect.deleteProperty(globalThis, 'location');
    else Reflect.set(globalThis, 'location', before.location);
  });

  const textOf = async (...asked: Parameters<typeof fetch>) => (await fetch(...asked)).text();

  it('is what is below its address, however it is asked', async () => {
    assert.equal(await textOf(`${BELOW}a`), `GET ${BELOW}a`);
    assert.equal(await textOf(new URL(`${BELOW}a`), { method: 'POST', body: '{}' }), `POST ${BELOW}a`);
    assert.equal(await textOf(new Request(`${BELOW}a`, { method: 'POST', body: '{}' })), `POST ${BELOW}a`);
    intercept({ below: 'https://site.example/rewards/', answer: async () => new Response('the site itself') });
    assert.equal(await textOf('https://site.example/rewards/actions/daily'), 'the site itself');
  });

  it('is nothing else, and nothing once that is over', async () => {
    assert.equal(await textOf(NOWHERE), 'from the network');
    release(BELOW);
    await assert.rejects(fetch(`${BELOW}a`), TypeError);
  });

  it('is by the newest of those who answer there', async () => {
    intercept({ below: BELOW, answer: async () => new Response('another') });
    assert.equal(await textOf(`${BELOW}a`), 'another');
  });

  it('is not waited for by who has given up, and is like a network that broke where it fails', async () => {
    const leaving = new AbortController();
    const never = new Promise<Response>(() => {});
    intercept({ below: BELOW, answer: () => never });
    const asked = fetch(`${BELOW}a`, { signal: leaving.signal }).catch(({ name }: Error) => name);
    leaving.abort();
    assert.equal(await Promise.race([asked, turn('it is waited for')]), 'AbortError');
    await assert.rejects(fetch(`${BELOW}a`, { signal: leaving.signal }), { name: 'AbortError' });
    intercept({ below: BELOW, answer: () => Promise.reject(new Error('inside')) });
    await assert.rejects(fetch(`${BELOW}a`), { name: 'TypeError', message: 'Failed to fetch' });
  });
});
