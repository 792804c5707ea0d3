/** Packs the package, installs it in an empty project, and uses it there as a stranger would: types, imports, command. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = new URL('../..', import.meta.url).pathname;
const project = mkdtempSync(join(tmpdir(), 'rewards-package-'));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const tool = (name: string) => join(repository, 'node_modules', '.bin', name);

try {
  const packed: unknown = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', project], { cwd: repository, encoding: 'utf8' }),
  );
  assert.ok(Array.isArray(packed));
  const [{ filename, files }] = packed;
  for (const { path } of files)
    assert.match(
      path,
      /^(dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/,
      `${path} does not belong in the package`,
    );

  const manifest: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', join(project, filename));

  const specifiers = Object.keys(manifest.exports)
    .map((path) => `rewards-elements${path.slice(1)}`)
    .filter((specifier) => !/\/cdn\/|\.(json|css)$/.test(specifier));
  for (const specifier of specifiers)
    run(tool('node'), '--input-type=module', '--eval', `await import(${JSON.stringify(specifier)})`);

  const styles = Object.values(manifest.exports).filter(
    (target) => typeof target === 'string' && target.endsWith('.css'),
  );
  for (const file of styles) readFileSync(join(project, 'node_modules', 'rewards-elements', String(file)));
  const thread = `import { sqliteLedger } from 'rewards-elements/ledger/sqlite';
    const ledger = sqliteLedger('claims.db', { thread: true });
    await ledger.check();
    await ledger.close();`;
  run(tool('node'), '--input-type=module', '--eval', thread);

  writeFileSync(
    join(project, 'use.ts'),
    `import { createProxy, defineConfig, env } from 'rewards-elements/proxy';
import { toNodeListener } from 'rewards-elements/proxy/node';
import { sqliteLedger } from 'rewards-elements/ledger/sqlite';
import { RewardsCheckin } from 'rewards-elements/elements/checkin';
import 'rewards-elements/elements/checkin/define';
const config = defineConfig({
  service: { baseUrl: 'https://service.example', apiKey: env('REWARDS_API_KEY') },
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});
export const listener = toNodeListener(createProxy({ ...config, ledger: sqliteLedger(':memory:') }));
document.addEventListener('rewards-granted', (event) => event.detail.grants.length);
export const element: RewardsCheckin = document.createElement('rewards-checkin');
`,
  );
  run(
    tool('tsc'),
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--typeRoots',
    join(repository, 'node_modules', '@types'),
    '--types',
    'node',
    '--skipLibCheck',
    'false',
    'use.ts',
  );

  const version = run(join(project, 'node_modules', '.bin', 'rewards'), '--version').trim();
  assert.match(version, /^\d+\.\d+\.\d+/);
  console.log(
    `the packed tarball installs, ${specifiers.length} entries import, its types hold, and "rewards --version" says ${version}`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}
