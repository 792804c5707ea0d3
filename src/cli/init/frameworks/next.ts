import { literal } from '../literal.ts';
import type { Site } from '../site.ts';
import { lazyProxyModule } from '../templates/lazy-proxy-module.ts';
import { ADDRESSES } from '../templates/config-file.ts';
import { RESERVED_HEIGHT } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const route = (up: string) => `import { rewards } from '${up}rewards';

const handler = (request: Request): Promise<Response> => rewards().fetch(request);

export { handler as GET, handler as HEAD, handler as OPTIONS, handler as POST };
`;

const page = ({ action, title }: Site) => `'use client';

import type {} from 'rewards-elements/elements/react';
import 'rewards-elements/elements/checkin/define';

export default function CheckIn() {
  return (
    <main>
      <title>{${literal(title)}}</title>
      <style>{'rewards-checkin:not(:defined) { display: block; min-height: ${RESERVED_HEIGHT} }'}</style>
      <h1>Welcome back</h1>
      <rewards-checkin action={${literal(action)}} />
    </main>
  );
}
`;

/** The same for the pages router, which renders no title but that of `Head`. */
const routedPage = ({ action, title }: Site) => `import Head from 'next/head';
import type {} from 'rewards-elements/elements/react';
import 'rewards-elements/elements/checkin/define';

export default function CheckIn() {
  return (
    <main>
      <Head>
        <title>{${literal(title)}}</title>
        <style>{'rewards-checkin:not(:defined) { display: block; min-height: ${RESERVED_HEIGHT} }'}</style>
      </Head>
      <h1>Welcome back</h1>
      <rewards-checkin action={${literal(action)}} />
    </main>
  );
}
`;

/** Next.js with either router, and its folders in `src` or not. The proxy is a route of the app router in both. */
export const next: Framework = {
  name: 'next',
  label: 'Next.js, with the app router or the pages router',
  port: 3000,
  page: '/check-in',
  start: 'npx next dev',
  packages: ['rewards-elements'],
  choosesLedger: true,
  project: { package: 'next', create: 'npx create-next-app@latest' },
  plainNode: false,
  notes: [
    "Next.js gives the visitor's address only in X-Forwarded-For, which a visitor can invent if nothing in front writes it:\nuse a host that does (Vercel), or a web server (nginx, Caddy) that is the only way to Next.js: npx next start -H 127.0.0.1",
  ],
  files: (site) => {
    const within = (source: string) => site.has(`${source}app`) || site.has(`${source}pages`);
    // Next.js looks into `src` only where neither is beside it.
    const source = !within('') && within('src/') ? 'src/' : '';
    const pagesAlone = !site.has(`${source}app`) && site.has(`${source}pages`);
    return {
      ...sharedFiles(site, ADDRESSES.inHeader),
      'rewards.ts': lazyProxyModule({ site, config: './rewards.config', loadsEnv: true }),
      [`${source}app/rewards/[...path]/route.ts`]: route(source === '' ? '../../../' : '../../../../'),
      ...(pagesAlone
        ? { [`${source}pages/check-in.tsx`]: routedPage(site) }
        : { [`${source}app/check-in/page.tsx`]: page(site) }),
    };
  },
};
