import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlatformListener, endpointsOf } from '../../../../demo/platform/platform.ts';
import type { RewardsConfig } from '../../../../src/proxy/index.ts';
import { setUp, type Setup } from '../../support/setup.ts';

/** The proxy's own origin, which is one of the owner's sites, too. */
export const HOME = 'https://rewards.example';
/** A site of the owner's that embeds widgets. */
export const SITE = 'https://example.org';
export const SECRET = 'a secret of thirty-two bytes or more';
export const MEMBERS = [
  { id: '739204618530271847', name: 'Noor Haddad' },
  { id: '516830294751038469', name: 'Wren Ashdown' },
] as const;
export const [NOOR, WREN] = MEMBERS;
export const COMMUNITY = { id: '1172394850617283945', name: 'Harbour Lights' };
export const APPLICATION = {
  clientId: 'rewards',
  clientSecret: 'the secret of the application',
  redirectUri: `${HOME}/rewards/sign-in/callback`,
};

export const A_PAGE = '<p>We are moving house.</p>';

export interface Platform extends AsyncDisposable {
  url: string;
  /** What it was asked for, as `GET /path`. */
  asked: string[];
  /** Who is in the community. */
  members: readonly { id: string; name: string }[];
  /** What it answers everything with, in place of what is right, and a page that nobody asked for. */
  status: number | null;
}

/** A platform on this machine: a real OAuth server, unless the test brings another. */
export async function openPlatform(listener?: RequestListener): Promise<Platform> {
  const asked: string[] = [];
  let answer = listener;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (platform.status === null) answer?.(request, response);
    else response.writeHead(platform.status).end(A_PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const members = () => platform.members;
  const platform: Platform = {
    url,
    asked,
    members: MEMBERS,
    status: null,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  answer ??= await createPlatformListener({ url, application: APPLICATION, community: COMMUNITY, members });
  return platform;
}

type PlatformConfig = NonNullable<RewardsConfig['platform']>;

/** A proxy whose members sign in with that platform. */
export function signingIn(
  { url }: Pick<Platform, 'url'>,
  changes: Partial<PlatformConfig> = {},
  { config, ...options }: Parameters<typeof setUp>[0] & object = {},
): Setup {
  const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r', identity: 'platform' } as const;
  const role = {
    title: 'R',
    repeats: 'once',
    role: { id: '1', name: 'Member' },
    remark: 'r',
    identity: 'platform',
  } as const;
  const setup = setUp({
    ...options,
    config: {
      ...config,
      origins: [HOME, SITE],
      actions: { daily, role },
      platform: {
        preset: 'discord',
        name: 'Harbour Lights',
        endpoints: endpointsOf(url),
        origin: HOME,
        pages: [`${HOME}/`, `${HOME}/page`, `${SITE}/page`, `${SITE}/shop/*`],
        clientId: APPLICATION.clientId,
        clientSecret: APPLICATION.clientSecret,
        secrets: [SECRET],
        ...changes,
      },
    },
  });
  // The platform's clock is the real one.
  setup.clock.now = Date.now();
  return setup;
}
