import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { loadConfig } from '../../src/cli/config/load-config.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { deedActions } from '../examples/deed/actions.ts';
import { firstPaths, firstViews } from '../first-views.ts';
import { DEED_PROOFS } from '../in-page/deed-proofs.ts';
import { FIRST_VIEWS } from '../in-page/first-views.ts';
import { ASKING_PAGE } from '../pages.ts';
import { configFor } from '../playground/config.ts';
import { readFacts } from '../playground/facts/element-facts.ts';
import { readSettings } from '../playground/settings.ts';

const PLAYGROUND = '/playground/index.html';

/**
 * Writes into a page what its widgets ask of the proxy first, so that they need not wait for it. The page of all ways to tell who the member
 * is has none: what the proxy answers there depends on where the page lies, and on who is logged in.
 */
export function firstViewsPlugin(): Plugin {
  return {
    name: 'demo-first-views',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        const asked = path === PLAYGROUND ? playground() : path.endsWith(ASKING_PAGE) ? null : await site(html);
        if (!asked || asked.paths.length === 0) return [];
        const views = await firstViews(asked.config, asked.paths);
        const attrs = { type: 'application/json', id: FIRST_VIEWS };
        return [{ tag: 'script', attrs, children: JSON.stringify(views).replaceAll('<', '\\u003c'), injectTo: 'body' }];
      },
    },
  };
}

interface Asked {
  config: RewardsConfig;
  paths: string[];
}

/** Without what the other page alone has to do with. */
async function site(html: string): Promise<Asked> {
  const config = await loadConfig(fileURLToPath(new URL('../rewards.config.ts', import.meta.url)));
  const actions = Object.entries({ ...config.actions, ...deedActions(DEED_PROOFS) });
  const typed = actions.filter(([, { identity = 'typed' }]) => identity === 'typed');
  return { config: { ...config, identity: {}, actions: Object.fromEntries(typed) }, paths: firstPaths(html) };
}

/** What it begins with is made by its script. */
function playground(): Asked {
  const config = configFor(readSettings('', readFacts()).settings);
  return { config, paths: Object.keys(config.actions).map((action) => `/actions/${action}?lang=en`) };
}
