import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { Told } from './pages/sandboxed.ts';

describe('widgets in a sandboxed frame', () => {
  afterEach(() => fixtureCleanup());

  it('work where there is no storage, and share the member all the same', async () => {
    const told = new Promise<Told>((resolve) =>
      addEventListener('message', ({ data }) => resolve(data), { once: true }),
    );
    await fixture(
      html`<iframe title="sandbox" sandbox="allow-scripts" src="/test/elements/pages/sandboxed.html"></iframe>`,
    );
    assert.deepEqual(await told, { storage: 'blocked', errors: [], claims: [{ memberId: '123456789012345678' }] });
  });
});
