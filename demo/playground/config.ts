import { env } from '../../src/proxy/config/env.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { actionFor, ORIGIN, ZONE } from './reward.ts';
import { actionOf, endpointOf, type Settings } from './settings.ts';

/** The proxy's config that goes with the settings, but for functions in it: see `snippets/rewards-config.ts`. */
export function configFor(settings: Settings): RewardsConfig {
  const { element, trust, reward } = settings;
  const site = reward.origin ?? ORIGIN;
  const { origin, pathname } = new URL(endpointOf(settings), 'https://example.org');
  const mount = pathname.replace(/\/+$/, '') || '/';
  const action = actionFor(element, reward);
  return {
    service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
    origins: [site],
    timeZone: reward.zone ?? ZONE,
    ...(mount !== '/rewards' && { mount }),
    ...(trust === 'signed' && { identity: { signed: { secrets: [env('REWARDS_TOKEN_SECRET')] } } }),
    ...(trust === 'platform' && {
      identity: {
        platform: {
          preset: 'discord' as const,
          origin,
          pages: [`${site}/*`],
          clientId: env('PLATFORM_CLIENT_ID'),
          clientSecret: env('PLATFORM_CLIENT_SECRET'),
          secrets: [env('REWARDS_SESSION_SECRET')],
        },
      },
    }),
    actions: {
      [actionOf(settings)]: {
        ...action,
        ...(isTrust(trust) && { identity: trust }),
        ...(action.role && trust === 'typed' && { acceptTypedRole: true }),
      },
    },
  };
}

function isTrust(trust: string): trust is 'signed' | 'session' | 'platform' {
  return trust === 'signed' || trust === 'session' || trust === 'platform';
}
