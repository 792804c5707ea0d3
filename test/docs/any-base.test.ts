import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freeOfBase } from '../../demo/docs/any-base.ts';

const BASE = '/docs-base/';

/** The files as they are once they are free of the base, which they are built below. */
async function freed(t: TestContext, files: Record<string, string>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    // oxlint-disable-next-line no-await-in-loop -- they are few
    await mkdir(dirname(join(folder, name)), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- they are few
    await writeFile(join(folder, name), text);
  }
  await freeOfBase(folder, BASE);
  const read = Object.keys(files).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

describe('the documentation below any path', () => {
  it('has pages whose addresses begin where they lie, of files and of pages alike', async (t) => {
    const page = `<script src="${BASE}assets/app.js"></script><a href="${BASE}start.html">`;
    const { 'index.html': html } = await freed(t, { 'index.html': page });
    assert.equal(html, '<script src="./assets/app.js"></script><a href="./start.html">');
  });

  it('has scripts that find its folder from where they lie', async (t) => {
    const script = `export const base = "${BASE}";`;
    const files = await freed(t, { 'assets/chunks/app.js': script, 'app.js': script });
    assert.match(files['assets/chunks/app.js'] ?? '', /new URL\("\.\.\/\.\.\/",import\.meta\.url\)\.pathname/);
    assert.match(files['app.js'] ?? '', /new URL\("\.\/",import\.meta\.url\)\.pathname/);
  });

  it('has a search that names pages where they are', async (t) => {
    const search = `const index = '{"${BASE}start.html":1}';`;
    const text = `const config = JSON.parse("{\\"base\\":\\"${BASE}\\"}");`;
    const files = await freed(t, { 'assets/search.js': search, 'assets/app.js': text });
    const here = 'new URL("../",import.meta.url).pathname';
    assert.equal(files['assets/search.js'], `const index = '{"'+${here}+'start.html":1}';`);
    assert.equal(files['assets/app.js'], `const config = JSON.parse("{\\"base\\":\\""+${here}+"\\"}");`);
  });

  it('is not built where something would work below one path alone', async (t) => {
    await assert.rejects(freed(t, { 'style.css': `p { background: url(${BASE}sky.png) }` }), /style\.css works below/);
  });
});
