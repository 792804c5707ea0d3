import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../../demo/in-page/turns.ts';

const forever = () => new Promise<never>(() => {});

/** A page of the site of that name, and what tells it that it is left. */
function pageOf(name: string): { turns: Turns; window: EventTarget } {
  const window = new EventTarget();
  return { turns: new Turns(name, window), window };
}

describe('the turns of pages', () => {
  it('come one after the other', async () => {
    const [one, other] = [pageOf('in order'), pageOf('in order')];
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    const first = one.turns.alone(async () => {
      seen.push('first begins');
      await done.promise;
      seen.push('first ends');
    });
    const second = other.turns.alone(async () => void seen.push('second'));
    done.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second']);
  });

  it('are given up by a page that is left, whatever it waits for', async () => {
    const [one, other] = [pageOf('left'), pageOf('left')];
    const begun = Promise.withResolvers<void>();
    const held = one.turns.alone(async () => {
      begun.resolve();
      await forever();
    });
    await begun.promise;
    const asked = one.turns.alone(forever);
    const next = other.turns.alone(async () => 'its turn');
    one.window.dispatchEvent(new Event('pagehide'));
    await assert.rejects(held, { name: 'AbortError' });
    await assert.rejects(asked, { name: 'AbortError' });
    assert.equal(await next, 'its turn');
  });

  it('are had again by a page that one comes back to', async () => {
    const { turns, window } = pageOf('back');
    window.dispatchEvent(new Event('pagehide'));
    await assert.rejects(
      turns.alone(async () => {}),
      { name: 'AbortError' },
    );
    window.dispatchEvent(new Event('pageshow'));
    assert.equal(await turns.alone(async () => 'again'), 'again');
  });
});
