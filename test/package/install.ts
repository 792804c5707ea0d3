/** Packs both packages, installs each in an empty project, and uses it there as a stranger would: types, imports, command. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { pack, type Packed, Project, REPOSITORY, TOOLS } from './project.ts';

const ELEMENTS_AND_LIT = 7;
const ELEMENTS_MB = 6;

/** What of a package a script can import. */
const modulesOf = ({ name, manifest }: Packed): string[] =>
  Object.keys(manifest.exports)
    .map((path) => `${name}${path.slice(1)}`)
    .filter((specifier) => !/\/cdn\/|\/(react|preact|solid|svelte|vue)$|\.(json|css)$/.test(specifier));

function checkFiles({ name, files }: Packed): void {
  const ours = /^(dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|SECURITY\.md$|demo\/docs\/[\w-]+\.md$)/;
  for (const path of files) assert.match(path, ours, `${path} does not belong in ${name}`);
  assert.ok(files.has('SECURITY.md'), `who finds a weakness in ${name} has to find where to report it`);
  for (const page of [...files].filter((path) => path.endsWith('.md') && !path.startsWith('dist/'))) {
    const prose = readFileSync(join(REPOSITORY, page), 'utf8')
      .replace(/^ *```.*?^ *```/gms, '')
      .replace(/`[^`\n]*`/g, '');
    // The rest are pages of the site around the documentation.
    for (const [, link = ''] of prose.matchAll(/\]\((?!https:)([^)#\s]+\.md)[)#]/g))
      assert.ok(files.has(posix.join(posix.dirname(page), link)), `${page} links to ${link}, which is not in ${name}`);
  }
}

function checkElements(elements: Packed): string {
  using project = new Project();
  project.install(elements);
  const { packages, bytes } = project.weigh();
  const weight = `${packages} packages, ${(bytes / 1e6).toFixed(1)} MB`;
  assert.ok(packages <= ELEMENTS_AND_LIT && bytes < ELEMENTS_MB * 1e6, `rewards-elements installs ${weight}`);
  for (const specifier of modulesOf(elements)) project.evaluate(`await import(${JSON.stringify(specifier)})`);

  const { manifest, files } = elements;
  const inPackage = (path: string) => readFileSync(join(project.folder, 'node_modules/rewards-elements', path), 'utf8');
  const themes = Object.keys(manifest.exports).filter((path) => path.endsWith('.css'));
  assert.equal(themes.length, 8);
  const editorData = [manifest.customElements, manifest['web-types'], 'dist/vscode.html-custom-data.json'];
  for (const file of [...editorData, 'dist/vscode.css-custom-data.json']) {
    const text = inPackage(String(file));
    assert.match(text, /rewards-/, `${file} knows nothing of the elements`);
    for (const [, named = ''] of text.matchAll(/"module": "(dist\/[^"]+)"/g))
      assert.ok(files.has(named), `${file} names ${named}, which is not in the package`);
  }
  // An address that is only known in the browser: Vite, webpack and Turbopack each want to be told in words of their own.
  for (const words of ['@vite-ignore', 'webpackIgnore: true', 'turbopackIgnore: true'])
    assert.ok(inPackage('dist/elements/client/load-part.js').includes(words), `the build has lost ${words}`);

  // Nothing but these packages tells TypeScript of style sheets here.
  project.write('themes.ts', themes.map((path) => `import 'rewards-elements${path.slice(1)}';\n`).join(''));
  // An import of a definition alone has to bring all types: of the tag, and of the events on any element.
  project.write(
    'page.ts',
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
    project.write(
      `${name}.ts`,
      `import type { Rewards${name.replace(/^./, (first) => first.toUpperCase())} as Element } from 'rewards-elements/elements';
import 'rewards-elements/elements/${name}/define';
export const element: Element | null = document.querySelector('rewards-${name}');
`,
    );
  symlinkSync(join(REPOSITORY, 'node_modules/@types/react'), join(project.folder, 'node_modules/@types/react'));
  project.write(
    'jsx.tsx',
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
  // An element of one's own needs every type that the base class speaks of, also where its declarations are written.
  project.write(
    'own.ts',
    `import { cardStyles, ClaimElement, type Localization } from 'rewards-elements/elements/base';
export class GuildOath extends ClaimElement {
  static override readonly tag = 'guild-oath';
  static override styles = cardStyles;
  protected override verb({ messages }: Localization) {
    return this.view?.title ?? messages.loading;
  }
  protected override renderAbout(localization: Localization) {
    return this.claims.view && this.renderGrants(localization);
  }
}
GuildOath.define();
`,
  );
  for (const file of ['themes.ts', 'page.ts', 'member.ts', 'role.ts', 'signup.ts', 'jsx.tsx', 'own.ts'])
    project.checkTypes(file);
  return weight;
}

function checkProxy(proxy: Packed): string {
  using project = new Project();
  project.install(proxy);
  const withPeer = 'rewards-proxy/onchain';
  const imports = (specifier: string) => project.evaluate(`await import(${JSON.stringify(specifier)})`);
  modulesOf(proxy)
    .filter((specifier) => specifier !== withPeer)
    .forEach(imports);
  // A site that asks for nothing on chain does not install viem.
  project.evaluate(`const error = await import('${withPeer}').then(() => 'it loads without viem', ({ message }) => message);
    if (!error.includes("'viem'")) throw new Error(error);`);
  symlinkSync(join(REPOSITORY, 'node_modules/viem'), join(project.folder, 'node_modules/viem'));
  imports(withPeer);
  // Nor nodemailer, where nothing is mailed. Where something is, the start says what to install.
  const mailing = (file: string, ending: string) =>
    project.evaluate(`import { createProxy } from 'rewards-proxy';
      import { createSqliteLedger, sqliteLedger } from 'rewards-proxy/ledger/sqlite';
      createSqliteLedger('${file}');
      const proxy = createProxy({
        service: { baseUrl: 'https://service.example/', apiKey: 'key' }, origins: ['https://example.org'],
        actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
        alertMail: { smtp: 'smtps://mail.example.org', from: 'a@example.org', to: 'b@example.org' },
        ledger: sqliteLedger('${file}'), logger: { debug() {}, info() {}, warn() {}, error() {} },
      });
      const error = await proxy.ready.then(() => 'it is ready', ({ message }) => message);
      await proxy.close();
      if (!error.includes('${ending}')) throw new Error(error);`);
  mailing('without.db', 'npm install nodemailer');
  symlinkSync(join(REPOSITORY, 'node_modules/nodemailer'), join(project.folder, 'node_modules/nodemailer'));
  mailing('with.db', 'it is ready');
  project.evaluate(`import { createSqliteLedger, sqliteLedger } from 'rewards-proxy/ledger/sqlite';
    createSqliteLedger('claims.db');
    const ledger = sqliteLedger('claims.db', { thread: true });
    await ledger.check();
    await ledger.close();`);
  // The desk's page has to be where the desk looks for it.
  project.evaluate(`import { createDesk } from 'rewards-proxy/desk';
    const proxy = { inside: { ledger: { list() {} }, actions: new Map(), upstreams: new Map() } };
    const page = await createDesk({ proxy, authorize: () => null }).fetch(new Request('http://127.0.0.1/'));
    if (!(await page.text()).includes('<title>Rewards desk</title>')) throw new Error('the desk has no page');`);
  // So do the elements, for pages in frames, but for what nobody's visitors load.
  project.evaluate(`import { elementFiles } from 'rewards-proxy/elements';
    const files = elementFiles();
    for (const name of ['cdn/rewards-checkin.js', 'themes/ocean.css']) if (!files.has(name)) throw new Error(name + ' is missing');
    if (files.has('cdn/rewards-elements.dev.js')) throw new Error('a script for developers is in the package');`);
  project.write(
    'use.ts',
    `import { createProxy, defineConfig, env } from 'rewards-proxy';
import { createDesk } from 'rewards-proxy/desk';
import { elementFiles } from 'rewards-proxy/elements';
import { toNodeListener } from 'rewards-proxy/node';
import { sqliteLedger } from 'rewards-proxy/ledger/sqlite';
const config = defineConfig({
  service: { baseUrl: 'https://service.example', apiKey: env('REWARDS_API_KEY') },
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});
const proxy = createProxy({ ...config, embed: true, elements: elementFiles, ledger: sqliteLedger(':memory:') });
export const listener = toNodeListener(proxy);
export const desk = createDesk({ proxy, mount: '/desk', authorize: () => ({ name: 'Wren' }) });
`,
  );
  project.checkTypes('use.ts');
  checkDriver(project);
  const bin = (name: string) => join(project.folder, 'node_modules/.bin', name);
  const version = project.run(bin('rewards'), '--version').trim();
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(project.run(bin('rewards-proxy'), '--version').trim(), version);

  // The page's script is of the same version, and pinned, although it is in the other package.
  project.run(bin('rewards-proxy'), 'init', '--framework', 'standalone', '--yes', '--dir', 'site');
  const page = readFileSync(join(project.folder, 'site/public/check-in.html'), 'utf8');
  assert.ok(
    page.includes(`rewards-elements@${version}/dist/cdn/rewards-checkin.js`) && page.includes('integrity="sha384-'),
  );
  return version;
}

/** The driver of the documentation, which is somebody else's, with the tests that come with the package. */
function checkDriver(project: Project): void {
  const page = readFileSync(join(REPOSITORY, 'demo/docs/ledger.md'), 'utf8');
  for (const [, file = '', code = ''] of page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)) project.write(file, code);
  const said = project.run(join(TOOLS, 'node'), '--test', '--test-reporter=tap', 'my-ledger.test.ts');
  const [, passed] = /^# pass (\d+)$/m.exec(said) ?? assert.fail(said);
  assert.ok(Number(passed) > 100, `${passed} tests of a ledger`);
}

const folder = mkdtempSync(join(tmpdir(), 'rewards-packed-'));
try {
  const [elements, proxy] = [pack('rewards-elements', folder), pack('rewards-proxy', folder)];
  for (const one of [elements, proxy]) checkFiles(one);
  const weight = checkElements(elements);
  const version = checkProxy(proxy);
  console.log(`rewards-elements installs (${weight}) and rewards-proxy ${version} too, and both work`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
