import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

const external = [/^node:/, ...Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`))];

/** Started by its path, which nothing imports. */
const THREAD = 'ledger/sqlite/thread-worker';

/** Every `dist/x.js` that package.json names, as the source file it is built from. */
function entries(): Record<string, string> {
  const targets = [...Object.values(manifest.exports), manifest.bin].flatMap(
    (target) => JSON.stringify(target).match(/dist\/[^"]+\.js/g) ?? [],
  );
  const modules = targets
    .filter((path) => !path.startsWith('dist/cdn/'))
    .map((path) => path.slice('dist/'.length, -'.js'.length));
  return Object.fromEntries([...modules, THREAD].map((name) => [name, `src/${name}.ts`]));
}

/** One self-contained file an element, for a plain script tag. */
function bundles(): Record<string, string> {
  const elements = readdirSync('src/elements', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const defining = elements.filter(({ name }) => readdirSync(`src/elements/${name}`).includes(`${name}.define.ts`));
  return Object.fromEntries(defining.map(({ name }) => [`rewards-${name}`, `src/elements/${name}/${name}.define.ts`]));
}

/** Writes `integrity.json`: the value of the `integrity` attribute for each script. */
function integrity(): Plugin {
  return {
    name: 'integrity',
    generateBundle(_options, bundle) {
      const hashes = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return [];
        return [[file.fileName, `sha384-${createHash('sha384').update(file.code).digest('base64')}`]];
      });
      const source = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
    },
  };
}

export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn';
  return {
    plugins: cdn ? [integrity()] : [],
    build: {
      target: 'es2022',
      outDir: cdn ? 'dist/cdn' : 'dist',
      emptyOutDir: true,
      minify: cdn,
      sourcemap: true,
      lib: { entry: cdn ? bundles() : entries(), formats: ['es'] },
      rolldownOptions: {
        external: cdn ? [] : external,
        ...(cdn && { preserveEntrySignatures: 'allow-extension' }),
        output: {
          // The modules stay where they are in `src`: a thread is started by the path of its file.
          ...(!cdn && { preserveModules: true, preserveModulesRoot: 'src' }),
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // In library mode Vite keeps white space, for the sake of later bundlers; these files meet none.
          minify: cdn,
        },
      },
    },
  };
});
