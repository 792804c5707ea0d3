import type { Framework } from './framework.ts';

const VITE = 'create-vite@9.3.0 $NAME --no-interactive --template';
const PREVIEW = 'npx vite preview --host 127.0.0.1 --port $PORT --strictPort';
const NO_TEMPLATE = 'its template is on GitHub alone';

const vite = { start: PREVIEW, build: 'npm run build', path: '/', rendersOnServer: false };
const next = {
  template:
    'create-next-app@16.4.3 $NAME --ts --app --no-tailwind --no-eslint --no-src-dir --use-npm --yes --skip-install',
  init: 'next',
  pages: ['next'],
  types: 'npx tsc --noEmit',
  start: 'npx next start -H 127.0.0.1 -p $PORT',
  path: '/widgets',
  rendersOnServer: true,
};

const nodeRuns = {
  template: null,
  byHand: 'npm init and tsc --init are all',
  pages: ['node-runs'],
  types: 'npx tsc --noEmit',
  build: null,
  path: null,
  rendersOnServer: false,
};

/** Each as its own documentation says that one begins. */
export const FRAMEWORKS: readonly Framework[] = [
  { ...next, name: 'next', build: 'npx next build' },
  { ...next, name: 'next-webpack', build: 'npx next build --webpack' },
  {
    ...next,
    name: 'next-pages',
    template: 'create-next-app@16.4.3 $NAME --ts --no-app --tailwind --eslint --src-dir --use-npm --yes --skip-install',
    pages: ['next-pages'],
    types: 'npx tsc --noEmit && npx eslint .',
    build: 'npx next build',
  },
  {
    ...vite,
    name: 'react',
    template: `${VITE} react-ts`,
    packages: [
      'vitest@5.1.2',
      'jsdom@31.0.1',
      'happy-dom@20',
      '@testing-library/react@16.3.3',
      '@testing-library/dom@10.4.2',
    ],
    types: 'npx tsc -b',
    build: 'npm run build && npx vitest run --environment jsdom && npx vitest run --environment happy-dom',
  },
  {
    ...vite,
    name: 'react-18',
    template: `${VITE} react-ts`,
    packages: ['react@18', 'react-dom@18', '@types/react@18', '@types/react-dom@18'],
    types: 'npx tsc -b',
  },
  { ...vite, name: 'vue', template: `${VITE} vue-ts`, types: 'npx vue-tsc -b' },
  {
    ...vite,
    name: 'svelte',
    template: `${VITE} svelte-ts`,
    types: 'npx svelte-check --tsconfig ./tsconfig.app.json --fail-on-warnings',
  },
  { ...vite, name: 'solid', template: `${VITE} solid-ts`, types: 'npx tsc -b' },
  { ...vite, name: 'preact', template: `${VITE} preact-ts`, types: 'npx tsc -b' },
  { ...vite, name: 'lit', template: `${VITE} lit-ts`, types: 'npx tsc --noEmit' },
  {
    name: 'html',
    template: null,
    byHand: 'a page with an import map is all',
    pages: ['static-host', 'html'],
    types: null,
    build: null,
    start: 'node server.js',
    path: '/',
    rendersOnServer: false,
  },
  {
    name: 'htmx',
    template: null,
    byHand: 'a page is all',
    pages: ['static-host', 'htmx'],
    types: null,
    build: null,
    start: 'node server.js',
    path: '/',
    rendersOnServer: false,
  },
  {
    name: 'sveltekit',
    template: 'sv@0.17.1 create $NAME --template minimal --types ts --no-add-ons --no-install',
    packages: ['@sveltejs/adapter-node@5'],
    init: 'sveltekit',
    types: 'npx svelte-kit sync && npx svelte-check --fail-on-warnings',
    build: 'npm run build',
    start: 'node build',
    path: '/widgets',
    rendersOnServer: true,
  },
  {
    name: 'astro',
    template: null,
    byHand: NO_TEMPLATE,
    init: 'astro',
    types: 'npx astro check',
    build: 'npx astro build',
    start: 'node dist/server/entry.mjs',
    path: '/widgets',
    rendersOnServer: true,
  },
  {
    name: 'nuxt',
    template: null,
    byHand: NO_TEMPLATE,
    init: 'nuxt',
    types: 'npx nuxt typecheck',
    build: 'npx nuxt build',
    start: 'node .output/server/index.mjs',
    path: '/widgets',
    rendersOnServer: true,
  },
  {
    name: 'react-router',
    template: null,
    byHand: NO_TEMPLATE,
    types: 'npx react-router typegen && npx tsc --noEmit',
    build: 'npx react-router build',
    start: 'npx react-router-serve build/server/index.js',
    path: '/',
    rendersOnServer: true,
  },
  {
    name: 'angular',
    template: '@angular/cli@22.2.0 new $NAME --defaults --ssr --skip-install --skip-git --skip-tests',
    // Of one version, since the template asks for the newest of each, which do not fit while one is late.
    packages: 'build cli common compiler compiler-cli core forms platform-browser platform-server router ssr'
      .split(' ')
      .map((name) => `@angular/${name}@22.2.0`),
    types: null,
    build: 'npx ng build',
    // It renders for no host that it is not told of.
    start: 'NG_ALLOWED_HOSTS=127.0.0.1 node dist/angular/server/server.mjs',
    path: '/',
    rendersOnServer: true,
  },
  { ...nodeRuns, name: 'node', init: 'node', initPath: '/', start: 'node --env-file=.env server.ts' },
  { ...nodeRuns, name: 'express', init: 'express', start: 'node --env-file=.env rewards-server.ts' },
  { ...nodeRuns, name: 'hono', init: 'hono', start: 'node --env-file=.env rewards-server.ts' },
];
