import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type EnvironmentOptions, parseSync, type Plugin, type UserConfig, Visitor } from 'vite';
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

/** Notes, for `integrity.json`, the value of the `integrity` attribute for each script. */
function integrity(hashes: Map<string, string>): Plugin {
  return {
    name: 'integrity',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        hashes.set(file.fileName, `sha384-${createHash('sha384').update(file.code).digest('base64')}`);
      }
      const source = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
    },
  };
}

/**
 * Takes the indentation out of what stands in `html` and `css` templates. White space within a line stays. The line
 * breaks move out of the text, to where they mean nothing, so that source maps still name the right line.
 */
function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/elements\/.*\.ts$/ },
      handler(code, id) {
        const edits: { from: number; to: number; text: string }[] = [];
        new Visitor({
          TaggedTemplateExpression({ tag, quasi: { quasis } }) {
            if (tag.type !== 'Identifier' || !/^(html|svg|css)$/.test(tag.name)) return;
            const compact = tag.name === 'css' ? compactCss : compactHtml;
            const texts = compact(quasis.map(({ value }) => value.raw));
            for (const [at, { start, value, tail }] of quasis.entries()) {
              // In TypeScript the part before includes its delimiter.
              const from = start + 1;
              const to = from + value.raw.length + (tail ? 1 : 2);
              const lines = '\n'.repeat(value.raw.split('\n').length - 1);
              edits.push({ from, to, text: `${texts[at]}${tail ? '`' : '${'}${lines}` });
            }
          },
        }).visit(parseSync(id, code).program);
        const last = edits.toSorted((one, other) => other.from - one.from);
        const compacted = last.reduce((rest, { from, to, text }) => rest.slice(0, from) + text + rest.slice(to), code);
        // The tag `css` guards against what is spliced in. Nothing is here, so its plainer sister, which takes a text, will do.
        return { code: compacted.replace(/import \{(.*)\bcss\b/, 'import {$1unsafeCSS as css'), map: null };
      },
    },
  };
}

function compactCss(texts: string[]): string[] {
  return texts.map((text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/;\}/g, '}')
      .replace(/\b0\.(?=\d)/g, '.')
      .replace(/(\[[\w-]+~?=)'([\w-]+)'\]/g, '$1$2]')
      .trim(),
  );
}

/** Line breaks with their indentation: one space within a tag, and nothing between tags. Quotes where none are needed. */
function compactHtml(texts: string[]): string[] {
  let inTag = false;
  return texts
    .map((text) =>
      text.replace(/[<>]|\s*\n\s*(?=(>|\/>)?)/g, (found, end) => {
        if (found === '<' || found === '>') inTag = found === '<';
        else return inTag && !end ? ' ' : '';
        return found;
      }),
    )
    .map((text) => text.replace(/(\s[\w-]+=)"([\w-]+)"(?=[\s>])/g, '$1$2'));
}

/** Leaves the keys of a locale's texts out: `src/elements/locales/index.ts` knows them by their order. */
function compactLocales(): Plugin {
  return {
    name: 'compact-locales',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/elements\/locales\/(?!index)[\w-]+\.ts$/ },
      async handler(_code, id) {
        const { default: texts }: { default: object } = await import(id);
        return { code: `export default ${JSON.stringify(Object.values(texts))};`, map: null };
      },
    },
  };
}

/** The themes, as they are. */
function themes(): Plugin {
  const folder = 'src/elements/themes';
  return {
    name: 'themes',
    generateBundle() {
      for (const name of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `themes/${name}`, source: readFileSync(`${folder}/${name}`) });
      }
    },
  };
}

const PLUGINS = [compactLocales(), compactTemplates()];
const CHUNKS = {
  entryFileNames: '[name].js',
  chunkFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
    /\/locales\/(?!index)[^/]+$/.test(facadeModuleId ?? '') ? 'locales/[name].js' : 'chunks/[name]-[hash].js',
};

/** The modules that package.json names, for bundlers and servers. */
const modules: UserConfig = {
  plugins: [...PLUGINS, themes()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    minify: false,
    sourcemap: true,
    lib: { entry: entries(), formats: ['es'] },
    rolldownOptions: {
      external,
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
        sourcemap: 'hidden',
        lib: { entry: { [name]: source }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          // In library mode Vite keeps white space, for the sake of later bundlers; these files meet none.
          output: { ...CHUNKS, minify: true, comments: { annotation: false } },
        },
      },
    },
  ];
  const environments = Object.fromEntries(bundles().map(environment));
  return {
    plugins: [...PLUGINS, integrity(hashes)],
    environments,
    // Without it here as well, Vite adds its loader of style sheets to every dynamic import.
    build: { lib: { entry: {}, formats: ['es'] } },
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

export default defineConfig(({ mode }) => (mode === 'cdn' ? scripts() : modules));
