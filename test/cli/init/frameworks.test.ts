import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { parseSync } from 'vite';
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { loadConfig } from '../../../src/cli/config/load-config.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { FILES, filesIn, ODD_TITLE, scaffold } from './scaffold.ts';

describe('rewards init, for each framework', { concurrency: true }, () => {
  it('knows each framework by a name of its own', () => {
    assert.deepEqual(
      FRAMEWORKS.map(({ name }) => name),
      Object.keys(FILES),
    );
  });

  for (const [framework, files] of Object.entries(FILES)) {
    it(`sets up ${framework}, whatever the title`, async (t) => {
      const args = [
        '--title',
        ODD_TITLE,
        '--action',
        '2026-daily',
        '--points',
        '25',
        '--origin',
        'https://example.org',
      ];
      const { folder, stdout, apiKey, read } = await scaffold(t, framework, ...args);
      const ledger = framework === 'workers' ? [] : ['rewards.db'];
      const written = ['rewards.config.ts', '.env', '.env.example', '.gitignore', ...ledger, ...files].toSorted();
      assert.deepEqual(await filesIn(folder), written);
      for (const file of written) assert.ok(stdout.includes(`  ${file}\n`), `${file} is not named`);

      assert.equal((await stat(join(folder, '.env'))).mode & 0o777, 0o600, 'is for its owner alone');
      const env = parseEnv(await read('.env'));
      const more = framework === 'workers' ? { REWARDS_LEDGER: 'new' } : {};
      assert.deepEqual({ ...env }, { REWARDS_BASE_URL: 'http://127.0.0.1:8788', REWARDS_API_KEY: apiKey, ...more });
      const config = await loadConfig(join(folder, 'rewards.config.ts'));
      const { port } = FRAMEWORKS.find(({ name }) => name === framework) ?? {};
      const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
      assert.deepEqual(config.origins, ['https://example.org', ...(port === null ? [] : local)]);
      const empty = sqliteLedger(':memory:');
      t.after(() => empty.close());
      const proxy = createProxy({ ...config, ledger: empty, env });
      const response = await proxy.fetch(new Request('http://localhost/rewards/actions/2026-daily'));
      const { title, grants } = (await response.json()) as { title: string; grants: unknown };
      assert.equal(title, ODD_TITLE);
      assert.deepEqual(grants, [{ type: 'points', points: 25 }]);

      for (const file of written.filter((path) => /\.tsx?$/.test(path))) {
        // oxlint-disable-next-line no-await-in-loop -- a handful
        assert.deepEqual(parseSync(file, await read(file)).errors, [], file);
      }
      const page = files.find((path) => /check-in|index\.html/.test(path)) ?? '';
      assert.match(
        await read(page),
        /<(rewards-checkin|component :is="'rewards-checkin'")[^>]* action="?\{?.?2026-daily/,
      );
      if (/\.(html|svelte|astro)$/.test(page))
        assert.doesNotMatch(await read(page), /odd"|process\.exit\(1\)\}|<b>|\{x/);
    });
  }
});
