/** Packs the package, installs it in an empty project, and uses it there as a stranger would: types, imports, command. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
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
  const packaged = new Set<string>(files.map(({ path }: { path: string }) => path));
  for (const path of packaged)
    assert.match(
      path,
      /^(dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|SECURITY\.md$|demo\/docs\/asvs\.md$)/,
      `${path} does not belong in the package`,
    );

  assert.ok(packaged.has('SECURITY.md'), 'whoever finds a weakness has to find where to report it');
  const linked = readFileSync(join(repository, 'SECURITY.md'), 'utf8').matchAll(/\]\((?!https:)([^)#\s]+)/g);
  for (const [, path = ''] of linked)
    assert.ok(packaged.has(path), `SECURITY.md links to ${path}, which is not packed`);

  const manifest: { exports: Record<string, unknown>; customElements: string; 'web-types': string } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', join(project, filename));

  const specifiers = Object.keys(manifest.exports)
    .map((path) => `rewards-elements${path.slice(1)}`)
    .filter((specifier) => !/\/cdn\/|\/react$|\.(json|css)$/.test(specifier));
  for (const specifier of specifiers)
    run(tool('node'), '--input-type=module', '--eval', `await import(${JSON.stringify(specifier)})`);

  const styles = Object.values(manifest.exports).filter(
    (target) => typeof target === 'string' && target.endsWith('.css'),
  );
  for (const file of styles) readFileSync(join(project, 'node_modules', 'rewards-elements', String(file)));

  const editorData = [manifest.customElements, manifest['web-types'], 'dist/vscode.html-custom-data.json'];
  for (const file of [...editorData, 'dist/vscode.css-custom-data.json']) {
    const text = readFileSync(join(project, 'node_modules', 'rewards-elements', file), 'utf8');
    assert.match(text, /rewards-/, `${file} knows nothing of the elements`);
    for (const [, named = ''] of text.matchAll(/"module": "(dist\/[^"]+)"/g))
      assert.ok(packaged.has(named), `${file} names ${named}, which is not in the package`);
  }
  const thread = `import { createSqliteLedger, sqliteLedger } from 'rewards-elements/ledger/sqlite';
    createSqliteLedger('claims.db');
    const ledger = sqliteLedger('claims.db', { thread: true });
    await ledger.check();
    await ledger.close();`;
  run(tool('node'), '--input-type=module', '--eval', thread);

  writeFileSync(
    join(project, 'use.ts'),
    `import { createProxy, defineConfig, env } from 'rewards-elements/proxy';
import { toNodeListener } from 'rewards-elements/proxy/node';
import { sqliteLedger } from 'rewards-elements/ledger/sqlite';
const config = defineConfig({
  service: { baseUrl: 'https://service.example', apiKey: env('REWARDS_API_KEY') },
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});
export const listener = toNodeListener(createProxy({ ...config, ledger: sqliteLedger(':memory:') }));
`,
  );
  // An import of a definition alone has to bring all types: of the tag, and of the events on any element.
  writeFileSync(
    join(project, 'page.ts'),
    `import 'rewards-elements/elements/checkin/define';
const checkin = document.createElement('rewards-checkin');
checkin.memberId = '12';
checkin.getMemberToken = async () => null;
checkin.addEventListener('rewards-claim', (event) => event.detail.memberId?.length);
document.addEventListener('rewards-granted', (event) => event.detail.grants.length);
document.body.addEventListener('rewards-pending', (event) => event.detail.id.length);
addEventListener('rewards-problem', (event) => event.detail.code === 'offline');
// @ts-expect-error: a problem has no grants.
addEventListener('rewards-problem', (event) => event.detail.grants);
// @ts-expect-error: there is no such attribute.
checkin.memberID = '12';
`,
  );
  for (const name of ['member', 'role', 'signup'])
    writeFileSync(
      join(project, `${name}.ts`),
      `import type { Rewards${name.replace(/^./, (first) => first.toUpperCase())} as Element } from 'rewards-elements/elements';
import 'rewards-elements/elements/${name}/define';
export const element: Element | null = document.querySelector('rewards-${name}');
`,
    );
  symlinkSync(join(repository, 'node_modules/@types/react'), join(project, 'node_modules/@types/react'));
  writeFileSync(
    join(project, 'jsx.tsx'),
    `import type {} from 'rewards-elements/elements/react';
export const page = (
  <>
    <rewards-checkin action="daily" auto member-id="12" className="wide" onrewards-granted={(event) => event.detail.grants} />
    <rewards-member required onInput={(event) => event.currentTarget.value} />
    {/* @ts-expect-error: there is no such attribute. */}
    <rewards-signup action="meetup" compact />
  </>
);
`,
  );
  const typeRoots = join(repository, 'node_modules', '@types');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--jsx',
    'react-jsx',
  ];
  // Each on its own, so that none gets its types from what another imports.
  for (const name of ['use.ts', 'page.ts', 'member.ts', 'role.ts', 'signup.ts', 'jsx.tsx'])
    run(tool('tsc'), ...options, '--typeRoots', typeRoots, '--types', 'node', '--skipLibCheck', 'false', name);

  const version = run(join(project, 'node_modules', '.bin', 'rewards'), '--version').trim();
  assert.match(version, /^\d+\.\d+\.\d+/);
  console.log(
    `the packed tarball installs, ${specifiers.length} entries import, its types hold, and "rewards --version" says ${version}`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}
