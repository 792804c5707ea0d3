import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

/** Bytes, gzip, of a script tag's file with everything it loads at once. */
const BUDGETS: Record<string, number> = {
  'rewards-checkin.js': 10_000,
  'rewards-elements.js': 18_000,
  'rewards-member.js': 11_000,
  'rewards-role.js': 11_000,
  'rewards-signup.js': 11_000,
};

const BUNDLES = new URL('../dist/cdn/', import.meta.url).pathname;
const STATIC_IMPORT = /(?:^|[;}])\s*(?:import|export)\s*(?:[^'"();]*?\bfrom\s*)?["'](\.[^"']+)["']/g;

/** The file and all that it imports statically, each once. */
function upFront(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
    upFront(join(dirname(file), specifier), seen);
  }
  return seen;
}

describe('the bundles for a script tag', () => {
  const bundles = readdirSync(BUNDLES).filter((name) => name.endsWith('.js') && !name.endsWith('.dev.js'));

  it('all have a budget', () => {
    assert.deepEqual(bundles.toSorted(), Object.keys(BUDGETS).toSorted());
  });

  it('know nothing of debugging', () => {
    assert.match(readFileSync(join(BUNDLES, 'rewards-elements.dev.js'), 'utf8'), /debug-state/);
    for (const name of readdirSync(BUNDLES, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.js') || name.includes('.dev.')) continue;
      assert.doesNotMatch(readFileSync(join(BUNDLES, name), 'utf8'), /debug-state|sample-/, name);
    }
  });

  for (const [name, budget] of Object.entries(BUDGETS)) {
    it(`${name} loads at most ${budget} bytes (gzip) at once`, () => {
      const files = [...upFront(join(BUNDLES, name))];
      const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
      assert.ok(size <= budget, `${name} loads ${size} bytes`);
    });

    it(`${name} needs nothing that is not in it`, () => {
      for (const file of upFront(join(BUNDLES, name))) {
        assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:^|[;}])\s*import\s*(?:[^'"();]*?\bfrom\s*)?["'][^."']/);
      }
    });
  }
});
