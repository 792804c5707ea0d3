import { readFileSync } from 'node:fs';
import { blocks, code, fenced } from './markdown.ts';

const PAGES = new URL('../../../test/frameworks/pages/', import.meta.url);
/** What stands for the proxy's address in the apps, and what readers are shown. */
const ENDPOINT = '__ENDPOINT__';
const SHOWN = 'https://rewards.example.org/rewards';

/**
 * What an app has in it to try every way to set something, which a reader has no use for: attributes that say what is usual, and a function
 * that does nothing.
 */
const TRIALS = [
  /^[ \t]*current\.getMemberToken = noToken;\n/gm,
  /^[ \t]*(?:const )?(?:widget\.)?(?:noToken|getMemberToken) = async \(\) => null;\n/gm,
  /^ *protected readonly noToken = async \(\) => null;\n/gm,
  /(?<!<html)\s+(?:lang="en"|\??:?\[?auto\]?=(?:"false"|\$?\{false\})|[.:]?\[?compact\]?=(?:"false"|\$?\{false\}))/g,
  /\s+(?:prop:|[.:])?\[?getMemberToken\]?=(?:"noToken"|\$?\{noToken\})/g,
  /\n\/\/ @ts-expect-error[^]*$/,
  /<script>\n\s*document\.querySelector\('rewards-checkin'\)\.getMemberToken = async \(\) => null;\n<\/script>\n/,
];

/** The files of each app that its reader needs, and whether its proxy answers on the site itself, as `rewards init` sets it up. */
const APPS: Record<string, { files: readonly string[]; ownProxy?: true }> = {
  angular: { files: ['src/app/app.ts'] },
  astro: { files: ['src/pages/widgets.astro'], ownProxy: true },
  html: { files: ['index.html'] },
  htmx: { files: ['index.html', 'card.html'] },
  lit: { files: ['src/my-element.ts'] },
  next: { files: ['app/widgets/page.tsx'], ownProxy: true },
  nuxt: { files: ['app/pages/widgets.vue', 'nuxt.config.ts'], ownProxy: true },
  preact: { files: ['src/app.tsx'] },
  react: { files: ['src/App.tsx'] },
  'react-router': { files: ['app/routes/widgets.tsx'] },
  solid: { files: ['src/App.tsx'] },
  svelte: { files: ['src/App.svelte'] },
  sveltekit: { files: ['src/routes/widgets/+page.svelte'], ownProxy: true },
  vue: { files: ['src/App.vue', 'vite.config.ts'] },
};

const LANGUAGES: Record<string, string> = { html: 'html', svelte: 'svelte', vue: 'vue', astro: 'astro', tsx: 'tsx' };

/** What is built and used for each framework by `npm run test:frameworks`, but for its trials, by the part's name. */
export function apps(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(APPS).map(([name, { files, ownProxy = false }]) => [
      `app ${name}`,
      blocks(...files.map((path) => fileText(name, path, ownProxy))),
    ]),
  );
}

function fileText(name: string, path: string, ownProxy: boolean): string {
  const whole = readFileSync(new URL(`${name}/${path}`, PAGES), 'utf8');
  const plain = TRIALS.reduce((text, trial) => text.replace(trial, ''), whole).replace(/\n{3,}/g, '\n\n');
  const text = ownProxy
    ? plain.replace(new RegExp(`\\s+endpoint="${ENDPOINT}"`, 'g'), '')
    : plain.replaceAll(ENDPOINT, SHOWN);
  return `${code(path)}\n\n${fenced(LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'ts', text)}`;
}
