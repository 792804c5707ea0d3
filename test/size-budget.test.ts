import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { BUNDLES, gzipSize, onDemand, upFront } from './support/pages/bundles.ts';

/** Bytes, gzip, of a script tag's file with everything it loads at once. */
const BUDGETS: Record<string, number> = {
  'rewards-checkin.js': 10_000,
  'rewards-elements.js': 15_290,
  'rewards-member.js': 8_360,
  'rewards-onchain.js': 10_850,
  'rewards-role.js': 9_990,
  'rewards-signup.js': 10_980,
};

/** Bytes, gzip, of all that a check-in loads up to the outcome of a plain claim, and the parts which that takes. */
const CLAIM_BUDGET = 25_110;
const CLAIM_PARTS = /\/(?:claiming|streak)-[^/]+$/;

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
      const size = gzipSize(upFront(join(BUNDLES, name)));
      assert.ok(size <= budget, `${name} loads ${size} bytes`);
    });

    it(`${name} needs nothing that is not in it`, () => {
      for (const file of upFront(join(BUNDLES, name))) {
        assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:^|[;}])\s*import\s*(?:[^'"();]*?\bfrom\s*)?["'][^."']/);
      }
    });
  }
});

it(`a check-in claims with at most ${CLAIM_BUDGET} bytes (gzip) in all`, () => {
  const script = join(BUNDLES, 'rewards-checkin.js');
  const parts = [...onDemand(script)].filter((file) => CLAIM_PARTS.test(file));
  assert.equal(parts.length, 2);
  const size = gzipSize(new Set([script, ...parts].flatMap((file) => [...upFront(file)])));
  assert.ok(size <= CLAIM_BUDGET, `it loads ${size} bytes`);
});

/** Bytes, gzip, of the client in somebody's own button, as their bundler makes it. A challenge or a sign-in is loaded when an action asks for it. */
const CLIENT_BUDGET = 6000;

describe('the client', () => {
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rewards-client-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        target: 'es2022',
        outDir: folder,
        lib: { entry: { client: 'dist/elements/client/index.js' }, formats: ['es'] },
        // As in an application, whose entry has nothing to export. In library mode Vite keeps white space.
        rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { minify: true } },
      },
    });
  });

  after(() => rmSync(folder, { recursive: true }));

  it(`loads at most ${CLIENT_BUDGET} bytes (gzip) at once, and no Lit`, () => {
    const files = upFront(join(folder, 'client.js'));
    const size = gzipSize(files);
    assert.ok(size <= CLIENT_BUDGET, `it loads ${size} bytes`);
    for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), /litElement|_\$lit/);
  });
});
