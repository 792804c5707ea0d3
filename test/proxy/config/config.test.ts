import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { ConfigError, createProxy, defineConfig, env, type ProxyOptions } from '../../../src/proxy/index.ts';
import { readConfig } from '../../../src/proxy/config/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { issuesOf } from '../support/config-issues.ts';
import { accepts, refuses } from './cases.ts';
import { daily, VALID } from './valid.ts';

describe('a config that cannot be used', () => {
  refuses([
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
      'an unknown time zone',
      { ...VALID, timeZone: 'Europe/Atlantis' },
      "timeZone: must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'",
    ],
    ...['rewards', '/rewards/', '/a//b', '/a/../b', '/:x', '/a b', ''].map((mount): [string, unknown, string] => [
      `the mount ${JSON.stringify(mount)}`,
      { ...VALID, mount },
      "mount: must be a path such as '/rewards': it begins with a slash and does not end with one",
    ]),
    ['no action', { ...VALID, actions: {} }, 'actions: must have at least one action'],
  ]);

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

  it('makes createProxy throw where it is none at all', () => {
    for (const none of [undefined, null, 'rewards.config.ts', []]) {
      assert.throws(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JavaScript lets an owner write
        () => createProxy(none as unknown as ProxyOptions),
        /^ConfigError: .*\n- config: must be an object with keys: createProxy\(\{ \.\.\.config, ledger \}\)$/,
      );
    }
  });

  it('is thrown by createProxy', () => {
    assert.throws(
      () => createProxy({ origins: [], actions: {}, ledger: sqliteLedger(':memory:'), env: {} }),
      (error) => error instanceof ConfigError && error.issues.length === 4,
    );
  });
});

describe('a config that can be used', () => {
  accepts([
    ['the smallest', VALID],
    [
      'any text from the environment',
      { ...VALID, origins: [env('SITE')], timeZone: env('ZONE') },
      { SITE: 'https://a.example', ZONE: 'Asia/Tokyo' },
    ],
    ['the root as mount', { ...VALID, mount: '/' }],
    ['a mount of two steps', { ...VALID, mount: '/api/thanks-1.0' }],
  ]);

  it('may have its texts beside what is none, and from where they are made when they are asked for', () => {
    const bindings = { REWARDS: {}, ZONE: 7, SITE: '' };
    const lazy = new Proxy({}, { get: (_target, name) => (name === 'SITE' ? 'https://a.example' : undefined) });
    const config = { ...VALID, origins: [env('SITE')] };
    assert.deepEqual(readConfig(config, lazy, new Secrets()).origins, ['https://a.example']);
    for (const name of ['REWARDS', 'ZONE', 'SITE']) {
      assert.throws(
        () => readConfig({ ...VALID, timeZone: env(name) }, bindings, new Secrets()),
        new RegExp(`timeZone: the environment variable ${name} is not set`),
      );
    }
  });

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
