import { literal, markup } from '../literal.ts';
import type { Site } from '../site.ts';
import { lazyProxyModule } from '../templates/lazy-proxy-module.ts';
import { RESERVED_HEIGHT } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const ROUTE = `import { rewards } from '../../utils/rewards';

export default defineEventHandler((event) =>
  rewards().fetch(toWebRequest(event), { clientAddress: getRequestIP(event) }),
);
`;

const page = ({ action, title }: Site) => `<script setup lang="ts">
import 'rewards-elements/elements/checkin/define';

useHead({ title: ${literal(title)} });
</script>

<template>
  <main>
    <h1>Welcome back</h1>
    <component :is="'rewards-checkin'" action="${markup(action)}" />
  </main>
</template>

<style>
rewards-checkin:not(:defined) {
  display: block;
  min-height: ${RESERVED_HEIGHT};
}
</style>
`;

/** A site laid out as of Nuxt 3. With a folder `app` beside them, Nuxt 4 would no longer read its `app.vue` and its pages. */
const isInRoot = (has: Site['has']) => ['pages', 'app.vue', 'App.vue'].some(has);

/** Nuxt, with its pages in `app/pages` as of Nuxt 4, or in `pages`. */
export const nuxt: Framework = {
  name: 'nuxt',
  label: 'Nuxt',
  port: 3000,
  page: '/check-in',
  start: 'npx nuxt dev',
  packages: ['rewards-elements'],
  types: ['@types/node'],
  choosesLedger: true,
  project: { package: 'nuxt', create: 'npm create nuxt@latest' },
  plainNode: false,
  notes: ['app.vue must show the pages: <NuxtPage />'],
  files: (site) => ({
    ...sharedFiles(site),
    'server/utils/rewards.ts': lazyProxyModule({
      site,
      config: '../../rewards.config',
      loadsEnv: false,
    }),
    'server/routes/rewards/[...path].ts': ROUTE,
    [`${isInRoot(site.has) ? '' : 'app/'}pages/check-in.vue`]: page(site),
  }),
};
