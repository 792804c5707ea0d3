import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite';
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
              const from = code.indexOf(value.raw, start);
              const to = from + value.raw.length + (tail ? 1 : 2);
              const lines = '\n'.repeat(value.raw.split('\n').length - 1);
              edits.push({ from, to, text: `${texts[at]}${tail ? '`' : '${'}${lines}` });
            }
          },
        }).visit(parseSync(id, code).program);
        const last = edits.toSorted((one, other) => other.from - one.from);
        const compacted = last.reduce((rest, { from, to, text }) => rest.slice(0, from) + text + rest.slice(to), code);
        return { code: compacted, map: null };
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
      .replace(/;\}/g, '}'),
  );
}

/** Line breaks with their indentation: one space within a tag, and nothing between tags. */
function compactHtml(texts: string[]): string[] {
  let inTag = false;
  return texts.map((text) =>
    text.replace(/[<>]|\s*\n\s*(?=(>|\/>)?)/g, (found, end) => {
      if (found === '<' || found === '>') inTag = found === '<';
      else return inTag && !end ? ' ' : '';
      return found;
    }),
  );
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

export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn';
  return {
    plugins: [compactLocales(), compactTemplates(), ...(cdn ? [integrity()] : [])],
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
          chunkFileNames: ({ facadeModuleId }) =>
            /\/locales\/(?!index)[^/]+$/.test(facadeModuleId ?? '') ? 'locales/[name].js' : 'chunks/[name]-[hash].js',
          // In library mode Vite keeps white space, for the sake of later bundlers; these files meet none.
          minify: cdn,
        },
      },
    },
  };
});
