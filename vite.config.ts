import { readdirSync } from 'node:fs';
import { defineConfig, type EnvironmentOptions, type UserConfig } from 'vite';
import { requireBuildablePath } from './build/buildable-path.ts';
import { command } from './build/command.ts';
import { compactTemplates } from './build/compact-templates.ts';
import { integrity } from './build/integrity.ts';
import { leanLit } from './build/lean-lit.ts';
import { leanTemplates } from './build/lean-templates.ts';
import { elementManifest } from './build/manifest/element-manifest.ts';
import { themes } from './build/themes.ts';
import manifest from './package.json' with { type: 'json' };
import { PACKAGES } from './build/packages/manifests.ts';

requireBuildablePath();

/** Of the packages whose code is in the files beside it, which they ask for. */
const license = { fileName: 'licenses.md' };

const packages = [
  ...Object.keys(manifest.dependencies),
  ...PACKAGES.flatMap(({ optionalPeers = [] }) => optionalPeers),
];
const external = [/^node:/, ...packages.map((name) => new RegExp(`^${name}(/|$)`))];

/** Started by its path, which nothing imports. */
const THREAD = 'ledger/sqlite/thread-worker';

/** Every `dist/x.js` that the packages name, as the source file it is built from. */
function entries(): Record<string, string> {
  const targets = PACKAGES.flatMap(({ exports }) => JSON.stringify(exports).match(/dist\/[^"]+\.js(?=")/g) ?? []);
  const modules = targets
    .filter((path) => !path.startsWith('dist/cdn/'))
    .map((path) => path.slice('dist/'.length, -'.js'.length));
  return Object.fromEntries([...modules, THREAD].map((name) => [name, `src/${name}.ts`]));
}

/** What a plain script tag can load, by the names of the files: each element, and all of them. */
function bundles(): [name: string, source: string][] {
  const elements = readdirSync('src/elements', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const defining = elements.filter(({ name }) => readdirSync(`src/elements/${name}`).includes(`${name}.define.ts`));
  return [
    ['rewards-elements', 'src/elements/define.ts'],
    ['rewards-elements.dev', 'src/elements/debug.ts'],
    ...defining.map(({ name }): [string, string] => [`rewards-${name}`, `src/elements/${name}/${name}.define.ts`]),
  ];
}

const PLUGINS = [compactTemplates()];
const CHUNKS = {
  entryFileNames: '[name].js',
  chunkFileNames: ({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }) => {
    const [, folder] = /(\w+)\/locales\/(?!index)[^/]+$/.exec(facadeModuleId ?? '') ?? [];
    // Sites serve scripts by names that have a single dot: `rewards init` writes such.
    if (!folder) return `chunks/${name.replaceAll('.', '-')}-[hash:6].js`;
    return folder === 'elements' ? 'locales/[name].js' : `locales/${folder}-[name].js`;
  },
};

/** The modules that the packages name, for bundlers and servers. */
const modules: UserConfig = {
  plugins: [...PLUGINS, themes(), elementManifest()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    minify: false,
    lib: { entry: entries(), formats: ['es'] },
    rolldownOptions: {
      external,
      // Else a bundler would make a file of its own for two lines of text.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      // The modules stay where they are in `src`: a thread is started by the path of its file.
      output: { ...CHUNKS, preserveModules: true, preserveModulesRoot: 'src' },
    },
  },
};

/** Files for script tags: one build each, so that a page's only element comes in one file, with parts loaded on demand. */
function scripts(): UserConfig {
  const hashes = new Map<string, string>();
  const environment = ([name, source]: [string, string], at: number): [string, EnvironmentOptions] => [
    name.replace(/\W/g, '_'),
    {
      consumer: 'client',
      build: {
        target: 'es2022',
        outDir: 'dist/cdn',
        emptyOutDir: at === 0,
        // The first has all elements, and so all packages.
        license: at === 0 && license,
        lib: { entry: { [name]: source }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          // In library mode Vite keeps white space, for the sake of later bundlers; these files meet none.
          output: { ...CHUNKS, minify: true, comments: { annotation: false } },
        },
      },
    },
  ];
  const environments = Object.fromEntries(bundles().map(environment));
  return {
    plugins: [leanTemplates(), ...PLUGINS, leanLit(), integrity(hashes)],
    // A script tag is for browsers alone, and those that widgets need have it.
    define: { 'globalThis.CustomStateSet': 'true' },
    environments,
    // Without it here as well, Vite adds its loader of style sheets to every dynamic import. Formats named here too are built twice.
    build: { lib: { entry: {} } },
    builder: {
      sharedConfigBuild: true,
      async buildApp(builder) {
        for (const name of Object.keys(environments)) {
          const built = builder.environments[name];
          if (built) await builder.build(built);
        }
      },
    },
  };
}

/** The emulator's console, a page of its own. */
const console: UserConfig = {
  root: 'src/emulator/console',
  base: './',
  build: {
    target: 'es2022',
    outDir: '../../../dist/emulator/console',
    emptyOutDir: true,
    modulePreload: false,
    license,
  },
};

/** The owner's desk, the same. */
const desk: UserConfig = {
  root: 'src/desk/page',
  base: './',
  build: { target: 'es2022', outDir: '../../../dist/desk/page', emptyOutDir: true, modulePreload: false, license },
};

export default defineConfig(({ mode }) => ({ cdn: scripts(), command, console, desk })[mode] ?? modules);
