import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { Slab } from '../../src/common/slab.ts';

describe('a slab', () => {
  it('gives back each value once, by its number', () => {
    const slab = new Slab<{ of: string }>();
    const [first, second] = [slab.add({ of: 'first' }), slab.add({ of: 'second' })];
    assert.equal(slab.size, 2);
    assert.deepEqual(slab.take(first), { of: 'first' });
    assert.equal(slab.take(first), null);
    assert.deepEqual(slab.values(), [{ of: 'second' }]);
    const third = slab.add({ of: 'third' });
    assert.equal(slab.size, 2);
    assert.deepEqual([slab.take(second), slab.take(third)], [{ of: 'second' }, { of: 'third' }]);
    assert.equal(slab.size, 0);
    assert.equal(slab.take(99), null);
  });

  it('keeps nothing that has left it, also after a full garbage collection', () => {
    const program = `
      import { getHeapSpaceStatistics } from 'node:v8';
      import { Slab } from '${new URL('../../src/common/slab.ts', import.meta.url).href}';
      const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
      const slab = new Slab();
      const numbers = [];
      let most = 0;
      let before = 0;
      for (let n = 0; n < 1_000_000; n += 1) {
        numbers.push(slab.add({ some: Array.from({ length: 8 }, () => n) }));
        if (numbers.length > 64) slab.take(numbers.shift());
        if (n === 1_000) {
          gc();
          before = old();
        }
        if (n > 1_000 && n % 10_000 === 0) most = Math.max(most, old() - before);
      }
      console.log(most / 1e6);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    // With a Map it is over 50.
    assert.ok(Number(stdout) < 10, `${stdout} MB more`);
  });
});
