import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { requireBuildablePath } from '../build/buildable-path.ts';
import { servedPaths } from '../build/served-paths.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The path of a URL is still encoded: in a folder whose name has a space it names no file. Code of ours has a space before it, and what
 * is written for browsers, where it is the path of an address, has none.
 */
const ENCODED = /, import\.meta\.url\)\.pathname|\bcwd: \w+\.pathname/;

const files = globSync(['*.ts', '{build,demo,src,test}/**/*.ts'], { cwd: ROOT, exclude: ['**/node_modules/**'] });

describe('files beside the code', () => {
  it('are found wherever the folder lies: their paths come from fileURLToPath', () => {
    assert.ok(files.length > 700, `${files.length} files`);
    const wrong = files.filter((file) => ENCODED.test(readFileSync(join(ROOT, file), 'utf8')));
    assert.deepEqual(wrong, []);
  });

  it('are refused in words where Vite would build something else from them', () => {
    requireBuildablePath('/home/me/a folder/100% ü/');
    assert.throws(() => requireBuildablePath('/home/me/#1/'), {
      message: 'nothing can be built in /home/me/#1/: move it to a path without #',
    });
    assert.throws(() => requireBuildablePath('/home/me/what?/'), /without \?$/);
  });

  it('are served by Vite from a folder with a percent sign in its name', async (t) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'rewards-paths-')), '100%41 ü');
    t.after(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
    mkdirSync(join(folder, 'pages'), { recursive: true });
    writeFileSync(join(folder, 'beside.ts'), 'export const found: boolean = true;');
    writeFileSync(join(folder, 'pages/main.ts'), "import '../beside.ts';");
    const vite = await createServer({
      root: join(folder, 'pages'),
      configFile: false,
      logLevel: 'silent',
      plugins: [servedPaths(`${folder}/`)],
      server: { port: 0, host: '127.0.0.1', fs: { allow: [folder] } },
    });
    t.after(() => vite.close());
    await vite.listen();
    const address = vite.httpServer?.address();
    assert.ok(typeof address === 'object' && address);
    const site = `http://127.0.0.1:${address.port}`;
    const main = await (await fetch(`${site}/main.ts`)).text();
    const beside = await fetch(new URL(/import "([^"]+)"/.exec(main)?.[1] ?? '', site));
    assert.match(await beside.text(), /export const found = true/);
  });
});
