import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'vite';
import { folderWith, run } from '../command.ts';
import { FILES, filesIn, projectOf } from './scaffold.ts';

describe('rewards init, in a project', { concurrency: true }, () => {
  it('takes what package.json depends on for what the site is made with', async (t) => {
    const made: [manifest: object, framework: string][] = [
      [{ dependencies: { next: '16' } }, 'next'],
      [{ devDependencies: { '@sveltejs/kit': '2', wrangler: '4' } }, 'sveltekit'],
      [{ dependencies: { express: '5' } }, 'express'],
      [{ dependencies: { react: '19' } }, 'node'],
      [{ dependencies: { react: '19' }, devDependencies: { vite: '8' } }, 'standalone'],
    ];
    for (const [manifest, framework] of made) {
      // oxlint-disable-next-line no-await-in-loop -- five
      const cwd = await folderWith(t, { 'package.json': JSON.stringify(manifest) });
      // oxlint-disable-next-line no-await-in-loop
      const { code } = await run(['init', '--yes'], { cwd });
      // oxlint-disable-next-line no-await-in-loop
      const written = await filesIn(cwd);
      assert.equal(code, 0);
      for (const path of FILES[framework] ?? []) assert.ok(written.includes(path), `${framework}: ${path}`);
    }
  });

  it('leaves a site that is there as it is, and writes a proxy for it', async (t) => {
    const page = '<h1>Harbour Lights</h1>';
    for (const path of ['index.html', 'hugo.toml']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const cwd = await folderWith(t, { [path]: page });
      // oxlint-disable-next-line no-await-in-loop
      const { code, stderr, stdout } = await run(['init', '--yes'], { cwd });
      assert.equal(code, 0, stderr);
      assert.equal(stdout.includes('they can also read .env'), path === 'index.html');
      // oxlint-disable-next-line no-await-in-loop
      const written = await filesIn(cwd);
      assert.ok(written.includes('public/check-in.html') && !written.includes('server.ts'), written.join());
      // oxlint-disable-next-line no-await-in-loop
      assert.equal(await readFile(join(cwd, path), 'utf8'), page);
    }
    // A page that it wrote itself before is none.
    const cwd = await folderWith(t);
    assert.equal((await run(['init', '--yes'], { cwd })).code, 0);
    assert.equal((await run(['init', '--yes', '--force'], { cwd })).code, 0);
    assert.ok(!(await filesIn(cwd)).includes('public/check-in.html'));
  });

  it('reads a package.json that begins with a byte order mark, as npm does', async (t) => {
    const cwd = await folderWith(t, { 'package.json': '\uFEFF{ "dependencies": { "next": "16" } }' });
    assert.equal((await run(['init', '--yes'], { cwd })).code, 0);
    assert.ok((await filesIn(cwd)).includes('app/check-in/page.tsx'));
  });

  it('follows how a project is laid out', async (t) => {
    const next = await projectOf(t, 'next');
    await mkdir(join(next, 'src/app'), { recursive: true });
    await run(['init', '--yes', '--framework', 'next'], { cwd: next });
    assert.match(await readFile(join(next, 'src/app/rewards/[...path]/route.ts'), 'utf8'), /'(\.\.\/){4}rewards'/);
    for (const source of ['', 'src/']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const pages = await projectOf(t, 'next');
      // oxlint-disable-next-line no-await-in-loop
      await mkdir(join(pages, source, 'pages'), { recursive: true });
      // oxlint-disable-next-line no-await-in-loop
      await run(['init', '--yes'], { cwd: pages });
      // oxlint-disable-next-line no-await-in-loop
      const written = (await filesIn(pages)).filter((path) => /pages|app/.test(path));
      // Next.js refuses `app` and `pages` in two folders, and a page of the app router without a layout.
      assert.deepEqual(written, [`${source}app/rewards/[...path]/route.ts`, `${source}pages/check-in.tsx`]);
    }
    // One that moves from `pages` to `app`, and from JavaScript to TypeScript.
    const moving = await projectOf(t, 'next');
    await Promise.all(['app', 'pages'].map((name) => mkdir(join(moving, name))));
    await Promise.all(['jsconfig.json', 'tsconfig.json'].map((name) => writeFile(join(moving, name), '{}')));
    await run(['init', '--yes'], { cwd: moving });
    assert.ok((await filesIn(moving)).includes('app/check-in/page.tsx'));
    // In such a project Next.js would ask for types, and make a tsconfig.json that hides the paths of jsconfig.json.
    const plain = await projectOf(t, 'next');
    await writeFile(join(plain, 'jsconfig.json'), '{}');
    await run(['init', '--yes'], { cwd: plain });
    const scripts = (await filesIn(plain)).filter((path) => /\.[mc]?[jt]sx?$/.test(path));
    assert.deepEqual(scripts, [
      'app/check-in/page.jsx',
      'app/rewards/[...path]/route.js',
      'rewards.config.mjs',
      'rewards.js',
    ]);
    for (const path of scripts) {
      // oxlint-disable-next-line no-await-in-loop -- four
      const { errors } = parseSync(path, await readFile(join(plain, path), 'utf8'), { lang: 'jsx' });
      assert.deepEqual(errors, [], path);
    }
    const nuxt = await projectOf(t, 'nuxt');
    await mkdir(join(nuxt, 'pages'));
    await run(['init', '--yes', '--framework', 'nuxt'], { cwd: nuxt });
    assert.ok((await filesIn(nuxt)).includes('pages/check-in.vue'));
    const nuxt3 = await projectOf(t, 'nuxt');
    await writeFile(join(nuxt3, 'app.vue'), '<template><NuxtPage /></template>');
    await run(['init', '--yes', '--framework', 'nuxt'], { cwd: nuxt3 });
    assert.ok((await filesIn(nuxt3)).includes('pages/check-in.vue'));
  });

  it('sends users who are in no project of the framework to make one', async (t) => {
    const cwd = await folderWith(t, { 'package.json': 'no JSON' });
    const { code, stderr } = await run(['init', '--yes', '--framework', 'astro'], { cwd });
    assert.equal(code, 2);
    assert.equal(
      stderr,
      `rewards: ${cwd} is in no project that depends on astro: make one with npm create astro@latest, or name its folder with --dir\n`,
    );
    assert.deepEqual(await filesIn(cwd), []);

    const byYarn = await folderWith(t, { 'package.json': '{}', 'yarn.lock': '' });
    const made: [framework: string, make: string][] = [
      ['astro', 'yarn create astro'],
      ['next', 'yarn create next-app'],
      ['nuxt', 'yarn create nuxt'],
      ['sveltekit', 'npx sv create'],
    ];
    for (const [framework, make] of made) {
      // oxlint-disable-next-line no-await-in-loop -- four
      const refused = await run(['init', '--yes', '--framework', framework], { cwd: byYarn });
      assert.ok(refused.stderr.includes(`make one with ${make}, or`), refused.stderr);
    }
  });
});
