import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { drawnFirst } from '../../demo/docs/first-paint.ts';

const SHEET = `.on-page{color:red}.by-script{color:#00f}.nowhere{color:green}p:not(.nowhere){margin:0}
:lang(fr),:root:where(:lang(zh)){color:#ff0}.on-page,:lang(de){border:0}`;

const PAGE = `<html><head>
  <link rel="preload stylesheet" href="/docs/assets/style.1.css" as="style">
  <link rel="preload stylesheet" href="/docs/icons.css" as="style">
  <script type="module" src="/docs/assets/app.js"></script>
  <link rel="modulepreload" href="/docs/assets/chunks/theme.js">
  <script>now()</script>
</head><body class="on-page"></body></html>`;

describe('the first paint of a page of the documentation', () => {
  let folder: string;
  let page: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewards-docs-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'icons.css'), '');
    await writeFile(join(folder, 'assets/style.1.css'), SHEET);
    await writeFile(join(folder, 'assets/app.js'), "draw('by-script')");
    await writeFile(join(folder, 'assets/start.md.1.js'), 'It stands nowhere.');
    await drawnFirst(folder);
    page = await readFile(join(folder, 'index.html'), 'utf8');
  });

  after(() => rm(folder, { recursive: true }));

  it('waits for no other file', () => {
    assert.doesNotMatch(page, /stylesheet/);
    assert.ok(!existsSync(join(folder, 'assets/style.1.css')));
    assert.ok(!existsSync(join(folder, 'icons.css')));
  });

  it('has the styles of what the pages have and scripts draw, and no others', () => {
    const [, styles] = /<style>(.*)<\/style>/s.exec(page) ?? [];
    assert.equal(
      styles,
      '.on-page{color:red}.by-script{color:#00f}p:not(.nowhere){margin:0}.on-page,:lang(de){border:0}',
    );
  });

  it('comes before scripts that other files bring', () => {
    const [, scripts = ''] = /<template id="scripts">(.*)<\/template>/s.exec(page) ?? [];
    assert.deepEqual(scripts.match(/<(script|link).*?>/g), [
      '<script type="module" src="/docs/assets/app.js">',
      '<link rel="modulepreload" href="/docs/assets/chunks/theme.js">',
    ]);
    // Those that are put into a page would run in the order in which they come.
    assert.match(page, /script\.async = false/);
    assert.deepEqual(page.replace(scripts, '').match(/<(script|link).*?>/g), ['<script>', '<script type="module">']);
  });
});
