import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { ConfigError, createProxy, defineConfig, env, type ProxyOptions } from '../../src/proxy/index.ts';
import { readConfig } from '../../src/proxy/config/index.ts';
import { Secrets } from '../../src/proxy/secrets.ts';
import { issuesOf } from './support/config-issues.ts';
import { KEY } from './support/key.ts';

const ACTION = { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily' };
const SERVICE = { baseUrl: 'https://service.example', apiKey: KEY };
const VALID = { service: SERVICE, origins: ['https://example.org'], actions: { daily: ACTION } };

const daily = (changes: object): unknown => ({ ...VALID, actions: { daily: { ...ACTION, ...changes } } });
const service = (changes: object): unknown => ({ ...VALID, service: { ...SERVICE, ...changes } });
const field = (settings: object): unknown => daily({ fields: { name: settings } });

const EXACT_ORIGIN = "must be the address of a site, with https:// and without a path, such as 'https://example.org'";
const KNOWN_CHALLENGES =
  "must be 'altcha', or { type: 'turnstile', siteKey: …, secret: … }, or the same with type: 'hcaptcha'";
const POSITIVE =
  'must be a positive whole number, a list of them (for the first, second, third … claim in a row), or a function of the streak';

describe('a config that cannot be used', () => {
  const cases: [name: string, config: unknown, ...issues: string[]][] = [
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
      "actions.daily.challenge.hostnames.0: must be the name of a host alone, such as 'www.example.org'",
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
    ['nothing', undefined, 'config: is missing'],
    ['no object', 'text', 'config: must be an object with keys'],
    [
      'an empty one',
      {},
      "service.baseUrl: is missing: the service's base address, such as https://service.example; service takes it from the variable REWARDS_BASE_URL by itself",
      "service.apiKey: is missing: the secret that /api-key create made, best given as env('REWARDS_API_KEY'); service takes it from that variable by itself",
      "origins: is missing: the sites that may use the proxy, such as ['https://example.org']",
      'actions: is missing: what members are rewarded for, by name',
    ],
    ['an unknown key', { ...VALID, orgins: [] }, "config: has an unknown key 'orgins'; did you mean 'origins'?"],
    [
      'unknown keys of an action, a line each',
      daily({ pionts: 3, Remark: 'x', colour: 'red' }),
      "actions.daily: has an unknown key 'pionts'; did you mean 'points'?",
      "actions.daily: has an unknown key 'Remark'; did you mean 'remark'?",
      "actions.daily: has an unknown key 'colour'; known are title, description, repeats, everyHours, timeZone, points, role, remark, remarkReference, service, identity, acceptTypedRole, challenge, opens, closes, capacity, budget, minimumGapHours, fields",
    ],
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
    ['no origin', { ...VALID, origins: [] }, "origins: must name at least one site, such as 'https://example.org'"],
    [
      'every origin',
      { ...VALID, origins: ['*'] },
      "origins.0: must not be '*', which would let every site on the web use the proxy: name each site, such as 'https://example.org'",
    ],
    [
      'an origin with a slash',
      { ...VALID, origins: ['https://example.org/'] },
      "origins.0: must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
    [
      'an origin in capitals, with its default port and a path',
      { ...VALID, origins: ['https://Example.org:443/shop'] },
      "origins.0: must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
    ['an origin without a scheme', { ...VALID, origins: ['example.org'] }, `origins.0: ${EXACT_ORIGIN}`],
    ['the null origin', { ...VALID, origins: ['null'] }, `origins.0: ${EXACT_ORIGIN}`],
    [
      'an origin of another scheme',
      { ...VALID, origins: ['ftp://example.org'] },
      'origins.0: must begin with https:// or http://',
    ],
    [
      'an origin with a wildcard',
      { ...VALID, origins: ['https://*.example.org'] },
      "origins.0: must not have a '*' in it: name each site by itself, such as 'https://shop.example.org'",
    ],
    [
      'an unknown time zone',
      { ...VALID, timeZone: 'Europe/Atlantis' },
      "timeZone: must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'",
    ],
    [
      'an offset as a time zone',
      daily({ timeZone: '+02:00' }),
      "actions.daily.timeZone: must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'",
    ],
    ...['rewards', '/rewards/', '/a//b', '/a/../b', '/:x', '/a b', ''].map((mount): [string, unknown, string] => [
      `the mount ${JSON.stringify(mount)}`,
      { ...VALID, mount },
      "mount: must be a path such as '/rewards': it begins with a slash and does not end with one",
    ]),
    ['no action', { ...VALID, actions: {} }, 'actions: must have at least one action'],
    [
      'an action whose name is no name',
      { ...VALID, actions: { 'Daily!': ACTION } },
      'actions.Daily!: is no name for an action: small letters, digits and -, 64 at most, such as daily-check-in',
    ],
    [
      'an action without what it needs',
      { ...VALID, actions: { daily: {} } },
      "actions.daily.title: is missing: what visitors read above the button, such as 'Daily check-in'",
      'actions.daily.repeats: is missing: how often a member can claim it: once, daily, weekly, monthly or rolling',
      'actions.daily.remark: is missing: the reason that the service records with every grant',
      'actions.daily: gives nothing: add points, or a role, or both',
    ],
    ['an empty title', daily({ title: '' }), 'actions.daily.title: must not be empty'],
    [
      'a misspelt period',
      daily({ repeats: 'dayly' }),
      "actions.daily.repeats: must be one of 'once', 'daily', 'weekly', 'monthly', 'rolling'; did you mean 'daily'?",
    ],
    ['no points', daily({ points: 0 }), 'actions.daily.points: must be a positive whole number'],
    ['points in text', daily({ points: '10' }), `actions.daily.points: ${POSITIVE}`],
    ['an empty list of points', daily({ points: [] }), 'actions.daily.points: must have at least one entry'],
    [
      'points by streak where there is none',
      daily({ repeats: 'once', points: [1, 2] }),
      "actions.daily.points: must be one number, because repeats: 'once' has no streak",
    ],
    [
      'a role id that is a number',
      daily({ role: { id: 123, name: 'R' }, acceptTypedRole: true }),
      "actions.daily.role.id: must be text in quotes, because ids exceed what a number can hold; copy it in the platform's client",
    ],
    [
      'a role behind a typed id',
      daily({ role: { id: '1', name: 'R' } }),
      "actions.daily.role: stands behind a typed id, so whoever types an id could give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
    ],
    [
      'signed tokens without a key',
      daily({ identity: 'signed' }),
      "actions.daily.identity: needs memberTokens: { secrets: [env('REWARDS_TOKEN_SECRET')] }, or publicKeys there",
    ],
    [
      'a session without a function',
      daily({ identity: 'session' }),
      'actions.daily.identity: needs member: (request) => …, a function that gives the id of who is signed in, or null',
    ],
    [
      'a sign-in that is not known',
      daily({ identity: 'platform' }),
      "actions.daily.identity: needs platform: { preset: 'discord', … }, or another platform's issuer or endpoints there",
    ],
    [
      'a short secret',
      { ...VALID, memberTokens: { secrets: ['short'] } },
      'memberTokens.secrets.0: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
    [
      'rolling without hours',
      daily({ repeats: 'rolling' }),
      "actions.daily.everyHours: is missing: with repeats: 'rolling', the hours between two claims",
    ],
    [
      'hours without rolling',
      daily({ everyHours: 20 }),
      "actions.daily.everyHours: goes with repeats: 'rolling' only: leave it out, or set that",
    ],
    [
      'a time without an offset',
      daily({ opens: '2026-06-01T18:00:00' }),
      "actions.daily.opens: must be a date and time with its offset, such as '2026-06-01T18:00:00+01:00' or '2026-06-01T17:00:00Z'",
    ],
    [
      'an end before the beginning',
      daily({ opens: '2026-06-02T00:00:00Z', closes: '2026-06-02T01:00:00+02:00' }),
      'actions.daily.closes: must be later than opens',
    ],
    ['half a seat', daily({ capacity: 0.5 }), 'actions.daily.capacity: must be a whole number above 0'],
    ['no claim at once', service({ maxConcurrency: 0 }), 'service.maxConcurrency: must be a whole number above 0'],
    ['endless claims at once', service({ maxConcurrency: 5000 }), 'service.maxConcurrency: must be at most 1024'],
    ['half a point of budget', daily({ budget: 10.5 }), 'actions.daily.budget: must be a positive whole number'],
    [
      'a budget below what one claim can give',
      daily({ points: [10, 40], budget: 39 }),
      'actions.daily.budget: is less than one claim can give (40), so that could never be made: raise it',
    ],
    [
      'a budget where no points are given',
      daily({ points: undefined, role: { id: '1', name: 'R' }, acceptTypedRole: true, budget: 100 }),
      'actions.daily.budget: goes with points only: leave it out',
    ],
    [
      'a budget in all below what one claim can give',
      { ...VALID, budget: 39, actions: { a: ACTION, b: { ...ACTION, points: 40 }, c: ACTION } },
      'budget: is less than one claim of b can give (40), so that could never be made: raise it',
    ],
    ['a budget in all that is text', { ...VALID, budget: '100' }, 'budget: must be a positive whole number'],
    [
      'points for a member below what one claim can give',
      { ...VALID, memberPoints: { points: 9, per: 'daily' } },
      'memberPoints.points: is less than one claim of daily can give (10), so that could never be made: raise it',
    ],
    [
      'points for a member in no period',
      { ...VALID, memberPoints: { points: 100, per: 'dayly' } },
      "memberPoints.per: must be one of 'daily', 'weekly', 'monthly'; did you mean 'daily'?",
    ],
    [
      'points for a member as a number alone',
      { ...VALID, memberPoints: 100 },
      'memberPoints: must be an object with keys',
    ],
    [
      'points for a member without what it needs',
      { ...VALID, memberPoints: { point: 5 } },
      'memberPoints.points: is missing: most points that one member gets in a period, over all actions',
      "memberPoints.per: is missing: the period, in the config's time zone",
      "memberPoints: has an unknown key 'point'; did you mean 'points'?",
    ],
    ['no gap', daily({ minimumGapHours: 0 }), 'actions.daily.minimumGapHours: must be above 0'],
    [
      'a field with a bad name',
      daily({ fields: { 'e mail': { label: 'E', type: 'email' } } }),
      'actions.daily.fields.e mail: is no name for a field: letters, digits, _ and -, 64 at most',
    ],
    [
      'a field of an unknown type',
      field({ label: 'N', type: 'txt' }),
      "actions.daily.fields.name.type: must be one of 'text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'; did you mean 'text'?",
    ],
    [
      'a select without choices',
      field({ label: 'N', type: 'select' }),
      'actions.daily.fields.name.options: is missing: what the select offers',
    ],
    [
      'choices without a select',
      field({ label: 'N', type: 'text', options: ['a'] }),
      'actions.daily.fields.name.options: goes with a select only',
    ],
    [
      'a length of something without one',
      field({ label: 'N', type: 'date', maxLength: 3 }),
      'actions.daily.fields.name.maxLength: goes with text, textarea, email, tel, url only',
    ],
    [
      'too long a text',
      field({ label: 'N', type: 'text', maxLength: 5000 }),
      'actions.daily.fields.name.maxLength: must be at most 4096',
    ],
  ];
  for (const [name, config, ...issues] of cases) {
    it(name, () => assert.deepEqual(issuesOf(config).toSorted(), issues.toSorted()));
  }

  it('is described in one message, all problems of it', () => {
    const error = new ConfigError(issuesOf(daily({ title: '', points: 0 })));
    assert.equal(
      error.message,
      'The rewards config has 2 problems:\n- actions.daily.title: must not be empty\n- actions.daily.points: must be a positive whole number',
    );
    assert.equal(new ConfigError(['x: y']).message, 'The rewards config has a problem:\n- x: y');
    assert.equal(error.code, 'invalid-config');
  });

  it('makes createProxy throw, as does a ledger that is missing', () => {
    const without: unknown = { ...VALID, env: {} };
    assert.throws(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JavaScript lets an owner write
      () => createProxy(without as ProxyOptions),
      /^ConfigError: .*\n- ledger: is missing: make one, such as sqliteLedger\('rewards.db'\)$/,
    );
  });

  it('is thrown by createProxy', () => {
    assert.throws(
      () => createProxy({ origins: [], actions: {}, ledger: sqliteLedger(':memory:'), env: {} }),
      (error) => error instanceof ConfigError && error.issues.length === 4,
    );
  });
});

describe('a config that can be used', () => {
  const cases: [name: string, config: unknown, variables?: Record<string, string>][] = [
    ['the smallest', VALID],
    [
      'the service from the environment',
      { ...VALID, service: undefined },
      { REWARDS_BASE_URL: 'https://s.example', REWARDS_API_KEY: KEY },
    ],
    ['the key alone from the environment', service({ apiKey: undefined }), { REWARDS_API_KEY: KEY }],
    ['a key from a function', service({ apiKey: () => KEY })],
    [
      'any text from the environment',
      { ...VALID, origins: [env('SITE')], timeZone: env('ZONE') },
      { SITE: 'https://a.example', ZONE: 'Asia/Tokyo' },
    ],
    ['a service on this machine without TLS', service({ baseUrl: 'http://127.0.0.1:8788' })],
    ['the root as mount', { ...VALID, mount: '/' }],
    ['a mount of two steps', { ...VALID, mount: '/api/thanks-1.0' }],
    [
      'several services',
      { ...VALID, service: undefined, services: { one: SERVICE }, actions: { a: { ...ACTION, service: 'one' } } },
    ],
    ['a role that the owner accepts', daily({ role: { id: '1', name: 'R' }, acceptTypedRole: true })],
    [
      'caps of all kinds, of just one claim',
      {
        ...VALID,
        budget: 10,
        memberPoints: { points: 10, per: 'monthly' },
        actions: { daily: { ...ACTION, budget: 10, capacity: 1 } },
      },
    ],
    ['a proof of work', daily({ challenge: 'altcha' }), { REWARDS_CHALLENGE_SECRET: 'x'.repeat(32) }],
    ['a proof of work of an action in demand', daily({ challenge: { type: 'altcha', usualPerMinute: 600 } })],
    [
      'a service for challenges',
      daily({ challenge: { type: 'turnstile', siteKey: 'k', secret: env('S'), hostnames: ['shop.example.org'] } }),
      { S: 'secret' },
    ],
    ['a budget for points from a function', daily({ points: () => 50, budget: 10 })],
    ['a bound on claims at once', service({ maxConcurrency: 8 })],
    ['a name that objects have', { ...VALID, actions: { constructor: ACTION } }],
  ];
  for (const [name, config, variables] of cases) {
    it(name, () => assert.deepEqual(issuesOf(config, variables), []));
  }

  it('is frozen, and does not change with what it was read from', () => {
    const source = structuredClone(VALID);
    const config = readConfig(source, {}, new Secrets());
    source.actions.daily.points = 1_000_000;
    source.origins.push('https://evil.example');
    assert.equal(config.actions['daily']?.points, 10);
    assert.deepEqual(config.origins, ['https://example.org']);
    assert.throws(() => Object.assign(config.actions['daily'] ?? {}, { points: 1 }), TypeError);
    assert.throws(() => config.origins.push('https://evil.example'), TypeError);
  });

  it('is given its type by defineConfig, and stays what it was', () => {
    const config = defineConfig({ origins: ['https://example.org'], actions: {} });
    assert.deepEqual(config, { origins: ['https://example.org'], actions: {} });
  });
});

describe('the API key', () => {
  it('is in no error, even where it stands in the wrong place', () => {
    const cases: [unknown, Record<string, string>][] = [
      [service({ baseUrl: `https://x/?${KEY}`, apiKey: `${KEY}\n` }), {}],
      [{ ...VALID, origins: [`https://example.org/${KEY}`], timeZone: KEY, mount: KEY }, {}],
      [{ ...VALID, service: { baseUrl: KEY }, [KEY]: 1 }, { REWARDS_API_KEY: KEY }],
      [{ ...VALID, services: { a: { apiKey: KEY, baseUrl: 'http://x' }, [KEY]: 3 } }, {}],
    ];
    for (const [config, variables] of cases) {
      const issues = issuesOf(config, variables);
      assert.ok(issues.length > 0);
      assert.ok(!issues.join('\n').includes(KEY), issues.join('\n'));
    }
  });

  it('is not to be seen in the proxy', async () => {
    const ledger = sqliteLedger(':memory:');
    const proxy = createProxy({
      service: SERVICE,
      origins: ['https://example.org'],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily' } },
      ledger,
      env: {},
    });
    assert.ok(!inspect(proxy, { depth: 20, showHidden: true }).includes(KEY));
    assert.ok(!JSON.stringify(proxy).includes(KEY));
    await proxy.close();
    await ledger.close();
  });
});
