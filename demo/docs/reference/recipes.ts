import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { HOSTS } from '../../../src/cli/init/hosts/index.ts';
import { NPM } from '../../../src/cli/init/package-manager.ts';
import type { Site } from '../../../src/cli/init/site.ts';
import { blocks, code, fenced } from './markdown.ts';

/** What the recipes are about: what `rewards init` takes where nothing else is said. */
const SITE: Site = {
  action: 'daily',
  title: 'Daily check-in',
  points: 10,
  origin: 'https://example.org',
  origins: ['https://example.org'],
  ledger: 'sqlite',
  timeZone: 'Europe/London',
  env: '',
  apiKey: 'emu_0123456789abcdef',
  typed: (steps) => steps,
  has: () => false,
};

const COMMON = ['rewards.config.ts', '.env.example'];
const LANGUAGES: Record<string, string> = {
  Dockerfile: 'dockerfile',
  dockerignore: 'text',
  json: 'jsonc',
  mjs: 'js',
  yaml: 'yaml',
  toml: 'toml',
  service: 'ini',
  html: 'html',
  svelte: 'svelte',
  vue: 'vue',
  astro: 'astro',
  tsx: 'tsx',
};

/** What the page calls those whose files others have, too. */
const TITLES: Record<string, string> = {
  node: 'Node',
  hono: 'Hono',
  docker: 'Docker',
  fly: 'Fly.io',
  vercel: 'Vercel',
};

/** For each kind of site, what `rewards init` writes for it beside the config, by the recipe's name. */
export function recipes(): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  return new Map(
    // The page has no recipe of the standalone kind.
    FRAMEWORKS.filter(({ name }) => name !== 'standalone').map((framework) => [
      `recipe ${framework.name}`,
      recipeText(framework.files(SITE), framework.name, shown),
    ]),
  );
}

const ALONE = { inContainer: [], image: NPM.image, inWorkspace: '' };
const SERVER = { ...ALONE, framework: 'node', command: ['node', 'server.ts'] };
const FUNCTION = { ...ALONE, framework: 'standalone', command: [] };

/**
 * For each host, what is typed there and what `rewards init --host` writes, for a site of one Node process or for a function beside
 * any site, by the recipe's name.
 */
export function hostRecipes(): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  return new Map(
    HOSTS.map((host) => {
      const { name, keepsFiles, addresses } = host;
      const site = host.functionsOf ? FUNCTION : SERVER;
      const served = { ...site, ledger: keepsFiles ? 'sqlite' : 'postgres' } as const;
      const typed = fenced('sh', host.steps(served).join('\n'));
      const configured = addresses === '' ? [] : ['In the config:', fenced('text', addresses)];
      return [`host ${name}`, blocks(typed, ...configured, recipeText(host.files(served), name, shown))];
    }),
  );
}

/** The files, but for those that stand with an earlier recipe of the page, by path and text as in `shown`. */
function recipeText(files: Record<string, string>, recipe: string, shown: Map<string, string>): string {
  return blocks(
    ...Object.entries(files)
      .filter(([path]) => !COMMON.includes(path))
      .map(([path, text]) => {
        const file = `${path}\n${text}`;
        const earlier = shown.get(file);
        if (earlier !== undefined) return `${code(path)} is the same as for ${linkTo(earlier)}.`;
        shown.set(file, recipe);
        return `${code(path)}\n\n${fenced(LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'ts', text)}`;
      }),
  );
}

function linkTo(recipe: string): string {
  const title = TITLES[recipe];
  if (title === undefined) throw new Error(`the page calls ${recipe} nothing`);
  return `[${title}](#${title.toLowerCase().replace('.', '')})`;
}
