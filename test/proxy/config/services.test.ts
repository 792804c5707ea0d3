import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { KEY } from '../support/key.ts';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, SERVICE, service, VALID } from './valid.ts';

describe('the services in a config that cannot be used', () => {
  refuses([
    [
      'an unset variable',
      service({ apiKey: env('NO_KEY') }),
      'service.apiKey: the environment variable NO_KEY is not set',
    ],
    [
      'an unset variable in JSON',
      service({ baseUrl: { env: 'X' } }),
      'service.baseUrl: the environment variable X is not set',
    ],
    [
      'a base URL without TLS',
      service({ baseUrl: 'http://service.example' }),
      'service.baseUrl: The base URL must begin with https://, because http:// is only for this machine (localhost, 127.0.0.1, [::1])',
    ],
    ['a key that is no text', service({ apiKey: 7 }), 'service.apiKey: must be text, or a function that gives it'],
    ['an endless time-out', service({ replyTimeoutMs: 1e9 }), 'service.replyTimeoutMs: must be at most 120000'],
    [
      'a refused status below 400',
      service({ refusedStatuses: [200] }),
      'service.refusedStatuses.0: must be 400 to 599',
    ],
    [
      'service beside services',
      { ...VALID, services: { one: SERVICE }, actions: { daily: { ...ACTION, service: 'one' } } },
      'services: cannot stand beside service: move that one into services, under a name',
    ],
    [
      'an action that names none of several services',
      { ...VALID, service: undefined, services: { one: SERVICE, two: SERVICE } },
      'actions.daily.service: is missing: which of services it belongs to (one, two)',
    ],
    [
      'an action that names an unknown service',
      { ...VALID, service: undefined, services: { one: SERVICE }, actions: { daily: { ...ACTION, service: 'two' } } },
      'actions.daily.service: is none of services (one)',
    ],
    [
      'an action that names a service where there is one alone',
      daily({ service: 'one' }),
      'actions.daily.service: has nothing to choose from: leave it out, or give services',
    ],
    [
      'no services',
      { ...VALID, service: undefined, services: {}, actions: {} },
      'actions: must have at least one action',
      'services: must name at least one',
    ],
    ['no claim at once', service({ maxConcurrency: 0 }), 'service.maxConcurrency: must be a whole number above 0'],
    ['endless claims at once', service({ maxConcurrency: 5000 }), 'service.maxConcurrency: must be at most 1024'],
  ]);
});

describe('the services in a config that can be used', () => {
  accepts([
    [
      'the service from the environment',
      { ...VALID, service: undefined },
      { REWARDS_BASE_URL: 'https://s.example', REWARDS_API_KEY: KEY },
    ],
    ['the key alone from the environment', service({ apiKey: undefined }), { REWARDS_API_KEY: KEY }],
    ['a key from a function', service({ apiKey: () => KEY })],
    ['a service on this machine without TLS', service({ baseUrl: 'http://127.0.0.1:8788' })],
    [
      'several services',
      { ...VALID, service: undefined, services: { one: SERVICE }, actions: { a: { ...ACTION, service: 'one' } } },
    ],
    ['a bound on claims at once', service({ maxConcurrency: 8 })],
  ]);
});
