import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenForDesk } from '../src/cli/serve/desk-listener.ts';
import { listen, type ListenOptions } from '../src/cli/serve/listen.ts';
import { loadConfig } from '../src/cli/config/load-config.ts';
import { createEmulator, HARBOUR_LIGHTS, type Links, newApiKey } from '../src/emulator/index.ts';
import { createSqliteLedger, sqliteLedger } from '../src/ledger/sqlite.ts';
import { toNodeListener } from '../src/proxy/adapters/node.ts';
import { createProxy } from '../src/proxy/index.ts';
import { undiciTransport } from '../src/service/undici.ts';
import { type Addresses, CHAIN_PATH } from './plugins/addresses.ts';
import { buildConsole, buildDesk, withSite } from './console-files.ts';
import { answerRpc, HarbourChain } from './chain/index.ts';
import { deedActions } from './examples/deed/actions.ts';
import { deedProofs } from './examples/deed/proofs.ts';
import { noteFortnight } from './fortnight.ts';
import { createPlatformListener } from './platform/platform.ts';
import { openSite } from './site.ts';
import { createSiteBackend } from './site-backend.ts';

/** Where each of them is to listen. */
export interface Places {
  site: ListenOptions;
  proxy: ListenOptions;
  emulator: ListenOptions;
  platform: ListenOptions;
  /** On this machine alone. */
  desk: Pick<ListenOptions, 'port' | 'option'>;
}

/** The demo as it runs: addresses without a slash at the end, and the ledger's file. */
export interface Demo extends Addresses {
  site: string;
  /** Where members sign in. */
  platform: string;
  ledger: string;
  /** The owner's desk. Nobody is let in before a link was shown. */
  desk: string;
  /** Has a new link to the desk shown. */
  showDeskLink(): Promise<void>;
  /** Lets claims in flight settle, then closes everything and removes the ledger. */
  close(): Promise<void>;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const unready: RequestListener = (_request, response) => response.writeHead(503).end();
const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Opens emulator, platform, site and proxy. The emulator keeps its community in memory, so the ledger is a new one each time:
 * claims of an earlier run would tell of points that are gone. Pages and console come from their sources, unless others are handed in.
 * Throws one line where a port is taken.
 */
export async function openDemo(
  places: Places,
  {
    pages = openSite,
    console = buildConsole,
    deskPage = buildDesk,
    chain = new HarbourChain(),
    onDeskLink = (_link: string): unknown => undefined,
  } = {},
): Promise<Demo> {
  await using open = new AsyncDisposableStack();
  const apiKey = newApiKey();
  let links: Links = {};
  const consoleFiles = new Map(await console());
  const community = createEmulator({
    servers: [{ ...HARBOUR_LIGHTS, apiKey }],
    console: consoleFiles,
    links: () => links,
  });
  const members = () => community.state.server(HARBOUR_LIGHTS.id).members;
  const emulator = await listen(toNodeListener(community), places.emulator);
  open.defer(() => emulator.close());

  const addresses = Promise.withResolvers<Addresses>();
  const tokenSecret = newSecret();
  const backend = createSiteBackend(members, tokenSecret);
  // Each of the others has to know the proxy's address, and it theirs.
  let rewards: RequestListener = unready;
  const toRewards: RequestListener = (request, response) => rewards(request, response);
  const toChain = toNodeListener({ fetch: (request) => answerRpc(chain, request) });
  const redirect =
    (to: () => string): RequestListener =>
    (_request, response) =>
      response.writeHead(302, { location: to() }).end();
  const routes = {
    '/rewards/': toRewards,
    '/site/': toNodeListener(backend),
    [`${CHAIN_PATH}/`]: toChain,
    '/console/': redirect(() => emulator.url),
    '/desk/': redirect(() => links.desk ?? site.url),
  };
  const site = await pages(places.site, addresses.promise, routes);
  open.defer(() => site.close());
  for (const [name, text] of withSite(consoleFiles, site.url)) consoleFiles.set(name, text);
  let signIn: RequestListener = unready;
  const platform = await listen((request, response) => signIn(request, response), places.platform);
  open.defer(() => platform.close());

  await mkdir(path('../.data'), { recursive: true });
  const folder = await mkdtemp(path('../.data/demo-'));
  open.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ledger.db');
  createSqliteLedger(file);
  const ledger = sqliteLedger(file);
  open.defer(() => ledger.close());
  await noteFortnight(ledger, Date.now());
  const transport = undiciTransport();
  open.defer(() => transport.close());

  const door = await listen(toRewards, places.proxy);
  let closeDoor = () => door.close();
  open.defer(() => closeDoor());
  const application = {
    clientId: 'harbour-rewards',
    clientSecret: newSecret(),
    redirectUri: `${door.url}/rewards/sign-in/callback`,
  };
  signIn = await createPlatformListener({
    url: platform.url,
    application,
    community: HARBOUR_LIGHTS,
    members,
    page: `${site.url}/who-is-asking.html`,
  });

  const config = await loadConfig(path('rewards.config.ts'));
  const chainUrl = `${site.url}${CHAIN_PATH}/`;
  const port = new URL(site.url).port;
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const proxy = createProxy({
    ...config,
    actions: { ...config.actions, ...deedActions(deedProofs(chainUrl)) },
    origins,
    receivers: { website: { url: `${site.url}/site/told`, secret: `whsec_${randomBytes(32).toString('base64')}` } },
    identity: {
      ...config.identity,
      ...(config.identity?.platform && {
        platform: {
          ...config.identity.platform,
          pages: origins.flatMap((origin) => [`${origin}/demo/`, `${origin}/who-is-asking.html`]),
        },
      }),
      session: (request) => backend.member(request),
    },
    ledger,
    transport,
    env: {
      REWARDS_BASE_URL: emulator.url,
      REWARDS_API_KEY: apiKey,
      REWARDS_TOKEN_SECRET: tokenSecret,
      REWARDS_SESSION_SECRET: newSecret(),
      REWARDS_CHALLENGE_SECRET: newSecret(),
      PROXY_ORIGIN: door.url,
      PLATFORM_CLIENT_ID: application.clientId,
      PLATFORM_CLIENT_SECRET: application.clientSecret,
      PLATFORM_URL: platform.url,
    },
  });
  await proxy.ready;
  rewards = toNodeListener(proxy);
  closeDoor = () => door.close(proxy.close());
  const desk = await listenForDesk(proxy, {
    ...places.desk,
    show: onDeskLink,
    files: withSite(await deskPage(), site.url),
  });
  open.defer(() => desk.close());

  links = { site: site.url, desk: desk.url };
  addresses.resolve({ proxy: door.url, emulator: emulator.url });
  const opened = open.move();
  return {
    site: site.url,
    proxy: door.url,
    emulator: emulator.url,
    platform: platform.url,
    ledger: file,
    desk: desk.url,
    showDeskLink: () => desk.showLink(),
    close: () => opened.disposeAsync(),
  };
}
