import { type Ground, openGround, openProxy } from '../../in-page/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import type { Logger, RewardsConfig } from '../../../src/proxy/index.ts';
import { FAULTS } from '../choices.ts';
import { PlatformStandIn } from './platform.ts';
import type { Tell } from './log.ts';

/** What a backend is made for. */
export interface LiveSetup {
  config: RewardsConfig;
  trust: string;
  /** One of `FAULTS` by its value; any other text for none. */
  fault: string;
  /** The address of the page to sign in with a platform. */
  signInPage: string;
}

/** A proxy with a community and a ledger of its own. `visitor` is who is signed in on the site; an empty text for nobody. */
export interface LiveBackend extends Ground {
  answer(request: Request, visitor: string): Promise<Response>;
  /** What the site's server would sign for the person who is signed in there. */
  memberToken(visitor: string): Promise<string | null>;
}

/** As short as a visitor of the playground likes to wait for a service that says nothing. */
const TIMEOUTS = { connectTimeoutMs: 500, replyTimeoutMs: 4_000 };

/** Opens a backend where nobody has claimed anything, and what is to go wrong does. */
export function openLive({ config, trust, fault, signInPage }: LiveSetup, tell: Tell): LiveBackend {
  const ground = openGround();
  const secret = crypto.randomUUID();
  const platform = trust === 'platform' ? new PlatformStandIn(signInPage) : null;
  let visitor = '';
  const asked = platform ? platform.standInFor(config) : config;
  const proxy = openProxy(
    {
      ...asked,
      service: { ...config.service, ...TIMEOUTS },
      identity: {
        ...asked.identity,
        session: platform ? (request) => platform.member(request) : () => visitor || null,
      },
    },
    ground,
    { env: { REWARDS_TOKEN_SECRET: secret }, logger: loggerTo(tell) },
  );
  FAULTS.find(({ value }) => value === fault)?.strike(ground.emulator);
  ground.emulator.subscribe((event) => tell.community(event));
  return {
    ...ground,
    answer(request, asking) {
      visitor = asking;
      return platform ? platform.answer(request, proxy.fetch) : proxy.fetch(request);
    },
    memberToken: async (memberId) => (memberId ? signMemberToken({ memberId, secret }) : null),
  };
}

/** What the owner would read in the proxy's log. */
function loggerTo(tell: Tell): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (details, message) => tell.proxy(message, details),
    error: (details, message) => tell.proxy(message, details),
  };
}
