import { assert } from '@open-wc/testing';
import { hasChanged, type Kept, openShelf } from '../../../demo/in-page/shelf.ts';
import { Stubs } from '../../elements/stubs.ts';

const kept = (version: string): Kept => ({ version, ledger: new Uint8Array([1, 2]), servers: [] });

describe('what the pages of the static site keep in the browser', () => {
  const stubs = new Stubs();
  let name: string;

  beforeEach(() => {
    name = `shelf ${crypto.randomUUID()}`;
  });
  afterEach(() => {
    stubs.restore();
    indexedDB.deleteDatabase(name);
  });

  it('is there for the next page, and is nothing at first', async () => {
    const shelf = openShelf(name);
    assert.equal(await shelf.read(), undefined);
    await shelf.replace(null, kept('1'));
    assert.deepEqual(await openShelf(name).read(), kept('1'));
    await shelf.replace('1', kept('2'));
    assert.equal((await openShelf(name).read())?.version, '2');
  });

  it('is not overwritten by a page that has not seen what another put there', async () => {
    const [one, other] = [openShelf(name), openShelf(name)];
    await one.replace(null, kept('1'));
    for (const seen of [null, 'older']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await other.replace(seen, kept('2')).then(
        () => null,
        (failure: unknown) => failure,
      );
      assert.isTrue(hasChanged(error));
    }
    assert.equal((await one.read())?.version, '1');
  });

  it('takes one of two pages that are as fast as each other', async () => {
    const results = await Promise.allSettled(['1', '2'].map((version) => openShelf(name).replace(null, kept(version))));
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('keeps no other page waiting for one that is left, or that the browser does not answer', async () => {
    let timeOut = () => {};
    stubs.set(window, 'setTimeout', ((run: () => void) => {
      timeOut = run;
      return 0;
    }) as typeof window.setTimeout);
    for (const giveUp of [() => dispatchEvent(new Event('pagehide')), () => timeOut()]) {
      const shelf = openShelf(name);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await shelf.read();
      const failure = shelf.replace(null, kept('1')).then(
        () => null,
        (error: unknown) => error,
      );
      // By then it has begun. Nothing is stored before the browser's next task.
      // oxlint-disable-next-line no-await-in-loop
      for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
      giveUp();
      // oxlint-disable-next-line no-await-in-loop
      assert.instanceOf(await failure, Error);
      // oxlint-disable-next-line no-await-in-loop
      assert.equal(await openShelf(name).read(), undefined);
    }
  });
});
