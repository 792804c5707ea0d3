import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

const KNOWN_CHALLENGES =
  "must be 'altcha', or { type: 'turnstile', siteKey: …, secret: … }, or the same with type: 'hcaptcha'";

describe('the challenge of an action in a config that cannot be used', () => {
  refuses([
    [
      'a challenge that there is not',
      daily({ challenge: 'captcha' }),
      `actions.daily.challenge.type: ${KNOWN_CHALLENGES}`,
    ],
    [
      'a challenge of no type',
      daily({ challenge: { siteKey: 'k' } }),
      `actions.daily.challenge.type: ${KNOWN_CHALLENGES}`,
    ],
    ['a challenge that is no object', daily({ challenge: true }), `actions.daily.challenge: ${KNOWN_CHALLENGES}`],
    [
      'a service for challenges by its name alone',
      daily({ challenge: 'turnstile' }),
      'actions.daily.challenge.siteKey: is missing: the site key that the service gave you, which pages show to everybody',
      "actions.daily.challenge.secret: is missing: the secret that belongs to the site key, best given as env('CHALLENGE_SERVICE_SECRET')",
    ],
    [
      'a challenge whose secret the environment lacks',
      daily({ challenge: { type: 'hcaptcha', siteKey: 'k', secret: env('NO_SECRET') } }),
      'actions.daily.challenge.secret: the environment variable NO_SECRET is not set',
    ],
    [
      'an unknown key of a challenge',
      daily({ challenge: { type: 'hcaptcha', sitekey: 'k', siteKey: 'k', secret: 's' } }),
      "actions.daily.challenge: has an unknown key 'sitekey'; did you mean 'siteKey'?",
    ],
    [
      'a challenge with hosts that are none',
      daily({ challenge: { type: 'turnstile', siteKey: 'k', secret: 's', hostnames: ['https://example.org'] } }),
      "actions.daily.challenge.hostnames.0: must be only the name of a host, such as 'www.example.org'",
    ],
    [
      'a challenge with no usual number',
      daily({ challenge: { type: 'altcha', usualPerMinute: 0 } }),
      'actions.daily.challenge.usualPerMinute: must be a whole number above 0',
    ],
    [
      'an action with too long a name for its challenge',
      {
        ...VALID,
        actions: { ['a'.repeat(33)]: { ...ACTION, challenge: { type: 'turnstile', siteKey: 'k', secret: 's' } } },
      },
      `actions.${'a'.repeat(33)}.challenge: needs an action with a shorter name: Turnstile takes 32 characters`,
    ],
    [
      'a secret for challenges that could be guessed',
      { ...VALID, challengeSecret: 'short' },
      'challengeSecret: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
  ]);
});

describe('the challenge of an action in a config that can be used', () => {
  accepts([
    ['a proof of work', daily({ challenge: 'altcha' }), { REWARDS_CHALLENGE_SECRET: 'x'.repeat(32) }],
    ['a proof of work of an action in demand', daily({ challenge: { type: 'altcha', usualPerMinute: 600 } })],
    [
      'a service for challenges',
      daily({ challenge: { type: 'turnstile', siteKey: 'k', secret: env('S'), hostnames: ['shop.example.org'] } }),
      { S: 'secret' },
    ],
  ]);
});
