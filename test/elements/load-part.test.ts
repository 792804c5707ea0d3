import { assert } from '@open-wc/testing';
import { loadPart } from '../../src/elements/client/load-part.ts';

const HERE = new URL('../../src/contract/member-id.ts', import.meta.url).href;

/** What comes of a part whose first attempt fails like this. */
async function flaw(first: TypeError): Promise<unknown> {
  try {
    return await loadPart(() => Promise.reject(first));
  } catch (thrown) {
    return thrown;
  }
}

describe('a part of the script', () => {
  it('is loaded from another address when the first attempt has failed', async () => {
    const loaded: { isMemberId?: unknown } = await loadPart(() =>
      Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${HERE}`)),
    );
    assert.isFunction(loaded.isMemberId);
  });

  it('fails where a bundler gives nothing in its place, as Vite does for a page that cancels its event', async () => {
    const lost = loadPart<unknown>(() => Promise.resolve(undefined));
    assert.instanceOf(await lost.catch((thrown: unknown) => thrown), Error);
  });

  it('fails with what the browser says where that names no address, or nothing is there either', async () => {
    const nameless = new TypeError('Importing a module script failed.');
    assert.equal(await flaw(nameless), nameless);
    const again = await flaw(new TypeError(`Failed to fetch dynamically imported module: ${location.origin}/none.js`));
    assert.instanceOf(again, TypeError);
  });
});
