import { literal } from '../literal.ts';
import { PLAIN_CONFIG, type Site } from '../site.ts';
import { lazyProxyModule } from '../templates/lazy-proxy-module.ts';
import { ADDRESSES } from '../templates/config-file.ts';
import { RESERVED_HEIGHT } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

/** A project of plain JavaScript. With a TypeScript file in it, Next.js would read `tsconfig.json` alone from then on. */
const isPlain = (has: Site['has']) => has('jsconfig.json') && !has('tsconfig.json');

const route = (up: string, plain: boolean) => `import { rewards } from '${up}rewards';

const handler = ${plain ? '(request)' : '(request: Request): Promise<Response>'} => rewards().fetch(request);

export { handler as GET, handler as HEAD, handler as OPTIONS, handler as POST };
`;

const types = (has: Site['has']) => (isPlain(has) ? '' : "import type {} from 'rewards-elements/elements/react';\n");

const page = ({ action, title, has }: Site) => `'use client';

${types(has)}import 'rewards-elements/elements/checkin/define';

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
const routedPage = ({ action, title, has }: Site) => `import Head from 'next/head';
${types(has)}import 'rewards-elements/elements/checkin/define';

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
  config: (has) => (isPlain(has) ? PLAIN_CONFIG : undefined),
  notes: [
    "Next.js gives the visitor's address only in X-Forwarded-For, which a visitor can invent if nothing in front writes it:\nuse a host that does (Vercel), or a web server (nginx, Caddy) that is the only way to Next.js: npx next start -H 127.0.0.1",
  ],
  files: (site) => {
    const { has } = site;
    const plain = isPlain(has);
    const [ts, tsx] = plain ? ['js', 'jsx'] : ['ts', 'tsx'];
    const within = (source: string) => has(`${source}app`) || has(`${source}pages`);
    // Next.js looks into `src` only where neither is beside it.
    const source = !within('') && within('src/') ? 'src/' : '';
    const pagesAlone = !has(`${source}app`) && has(`${source}pages`);
    const up = source === '' ? '../../../' : '../../../../';
    return {
      ...sharedFiles(site, ADDRESSES.inHeader),
      [`rewards.${ts}`]: lazyProxyModule({
        site,
        config: plain ? `./${PLAIN_CONFIG}` : './rewards.config',
        loadsEnv: true,
        plain,
      }),
      [`${source}app/rewards/[...path]/route.${ts}`]: route(up, plain),
      ...(pagesAlone
        ? { [`${source}pages/check-in.${tsx}`]: routedPage(site) }
        : { [`${source}app/check-in/page.${tsx}`]: page(site) }),
    };
  },
};
