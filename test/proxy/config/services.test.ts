import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { KEY } from '../support/key.ts';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, SERVICE, service, VALID } from './valid.ts';

type Case = Parameters<typeof refuses>[0][number];

const rule = (one: object) => service({ rules: [one] });

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
    ['a key that is no text', service({ apiKey: 7 }), 'service.apiKey: must be text, or a function that returns text'],
    ['an endless time-out', service({ replyTimeoutMs: 1e9 }), 'service.replyTimeoutMs: must be at most 120000'],
    [
      'a refused status below 400',
      service({ refusedStatuses: [200] }),
      'service.refusedStatuses.0: must be 400 to 599',
    ],
    [
      'a rule that grants',
      rule({ status: 409, means: 'granted' }),
      "service.rules.0.means: must be one of 'refused', 'unknown'",
    ],
    [
      'a rule without a meaning',
      rule({ status: 409 }),
      "service.rules.0.means: is missing: what it shows: 'refused' (surely not executed) or 'unknown'; no rule can say that something was granted",
    ],
    [
      'a rule for every reply',
      rule({ means: 'refused' }),
      'service.rules.0: fits every reply: say which by status, code or text',
    ],
    ...[{ status: 200 }, { code: 0 }, { code: '0', status: 404 }, { code: 0.0, status: 200 }].map((fits): Case => [
      `a rule that refuses what fits ${JSON.stringify(fits)}, as a success may`,
      rule({ ...fits, means: 'refused' }),
      'service.rules.0: fits successes that came garbled too: add text that tells which reply it is',
    ]),
    [
      'a rule for two characters',
      rule({ text: 'no', means: 'refused' }),
      'service.rules.0: must have a text of at least 3 characters',
    ],
    [
      'a rule for an interim reply',
      rule({ status: 100, means: 'unknown' }),
      'service.rules.0: must have a status of 200 to 599',
    ],
    [
      'a rule for half a code',
      rule({ code: 1.5, means: 'unknown' }),
      'service.rules.0.code: must be a whole number, or text',
    ],
    [
      'a rule with a word too many',
      rule({ message: 'no such user', means: 'refused' }),
      "service.rules.0: has an unknown key 'message'; known are status, code, text, means",
      'service.rules.0: fits every reply: say which by status, code or text',
    ],
    [
      'service beside services',
      { ...VALID, services: { one: SERVICE }, actions: { daily: { ...ACTION, service: 'one' } } },
      'services: cannot be used together with service: move that one into services, under a name',
    ],
    [
      'an action that names none of several services',
      { ...VALID, service: undefined, services: { one: SERVICE, two: SERVICE } },
      'actions.daily.service: is missing: the name of its service in services (one, two)',
    ],
    [
      'an action that names an unknown service',
      { ...VALID, service: undefined, services: { one: SERVICE }, actions: { daily: { ...ACTION, service: 'two' } } },
      'actions.daily.service: is none of services (one)',
    ],
    [
      'an action that names a service where there is one alone',
      daily({ service: 'one' }),
      'actions.daily.service: has nothing to choose from: remove it, or set services',
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
    [
      'rules for replies',
      service({
        rules: [
          { status: 409, text: 'not in the server', means: 'refused' },
          { code: 'NO_USER', means: 'refused' },
          { code: 0, text: 'given before', means: 'refused' },
          { code: 50_001, means: 'unknown' },
          { status: 200, means: 'unknown' },
          { status: 302, means: 'refused' },
        ],
      }),
    ],
  ]);
});
