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

/** For each kind of site, what `rewards init` writes for it beside the config, by the recipe's name. */
export function recipes(): ReadonlyMap<string, string> {
  return new Map(FRAMEWORKS.map((framework) => [`recipe ${framework.name}`, recipeText(framework.files(SITE))]));
}

const ALONE = { inContainer: [], image: NPM.image, inWorkspace: '' };
const SERVER = { ...ALONE, framework: 'node', command: ['node', 'server.ts'] };
const FUNCTION = { ...ALONE, framework: 'standalone', command: [] };

/**
 * For each host, what is typed there and what `rewards init --host` writes, for a site of one Node process or for a function beside
 * any site, by the recipe's name.
 */
export function hostRecipes(): ReadonlyMap<string, string> {
  return new Map(
    HOSTS.map((host) => {
      const { name, keepsFiles, addresses } = host;
      const site = host.functionsOf ? FUNCTION : SERVER;
      const served = { ...site, ledger: keepsFiles ? 'sqlite' : 'postgres' } as const;
      const typed = fenced('sh', host.steps(served).join('\n'));
      const configured = addresses === '' ? [] : ['In the config:', fenced('text', addresses)];
      return [`host ${name}`, blocks(typed, ...configured, recipeText(host.files(served)))];
    }),
  );
}

function recipeText(files: Record<string, string>): string {
  return blocks(
    ...Object.entries(files)
      .filter(([path]) => !COMMON.includes(path))
      .map(([path, text]) => `${code(path)}\n\n${fenced(LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'ts', text)}`),
  );
}
