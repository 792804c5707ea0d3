import { env } from '../../src/proxy/config/env.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { actionOf, endpointOf, type Settings } from './settings.ts';

type Action = RewardsConfig['actions'][string];

/** What each element is usually there for. */
const PURPOSES: Record<string, Action> = {
  'rewards-signup': {
    title: 'Summer meetup',
    description: 'A weekend at the harbour.',
    repeats: 'once',
    points: 50,
    remark: 'Signed up for the summer meetup',
    capacity: 40,
    fields: {
      name: { label: 'Your name', type: 'text', required: true, maxLength: 80 },
      mail: { label: 'E-mail', type: 'email' },
    },
  },
  'rewards-role': {
    title: 'Join the meetup crew',
    description: 'For those who carry the benches.',
    repeats: 'once',
    role: { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
    remark: 'Joined the meetup crew',
  },
  'rewards-onchain': {
    title: 'Lanternkeep’s deed',
    description: 'For whoever holds a deed of the lantern house.',
    repeats: 'once',
    points: 30,
    remark: 'Holds a deed of the lantern house',
  },
};

const CHECKIN: Action = {
  title: 'Daily check-in',
  description: 'Sign the harbour log, once a day.',
  repeats: 'daily',
  points: 10,
  remark: 'Daily check-in',
};

/** The proxy's config that goes with the settings, but for functions in it: see `snippets/rewards-config.ts`. */
export function configFor(settings: Settings): RewardsConfig {
  const { element, trust } = settings;
  const { origin, pathname } = new URL(endpointOf(settings), 'https://example.org');
  const mount = pathname.replace(/\/+$/, '') || '/';
  const action = PURPOSES[element] ?? CHECKIN;
  return {
    service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
    origins: ['https://example.org'],
    timeZone: 'Europe/London',
    ...(mount !== '/rewards' && { mount }),
    ...(trust === 'signed' && { identity: { signed: { secrets: [env('REWARDS_TOKEN_SECRET')] } } }),
    ...(trust === 'platform' && {
      identity: {
        platform: {
          preset: 'discord' as const,
          origin,
          pages: ['https://example.org/*'],
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
