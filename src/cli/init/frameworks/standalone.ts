import { PROXY_URL } from '../../serve/serve.ts';
import { publicScript } from '../public-script.ts';
import { page } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const ENDPOINT = `${PROXY_URL}/rewards`;

/** A site that is there already, made with anything: the proxy runs beside it. */
export const standalone: Framework = {
  name: 'standalone',
  label: 'a site that is there already, of any kind, with the proxy beside it',
  fromCdn: true,
  port: null,
  proxyBeside: true,
  page: '/check-in.html',
  command: ['node_modules/.bin/rewards', 'serve'],
  inContainer: ['--host', '0.0.0.0'],
  start: 'npx rewards serve --env .env',
  packages: [],
  choosesLedger: true,
  project: null,
  plainNode: false,
  notes: [
    "public/check-in.html is an example: put it among your site's files, or copy the style, the script and the tag\ninto one of your pages. For visitors, endpoint must be the public address of the proxy.",
  ],
  files: (site) => ({
    ...sharedFiles(site),
    'public/check-in.html': page(site, { script: publicScript(site), endpoint: site.proxy ?? ENDPOINT }),
  }),
};
