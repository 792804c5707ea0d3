import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, env, type RewardsConfig } from '../../../src/proxy/index.ts';
import { readConfig } from '../../../src/proxy/config/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { CONFIG } from '../support/setup.ts';
import { OFF } from './limited.ts';

const SECRET = 'a secret of thirty-two bytes or more';

function read(limits: unknown, more: object = {}, secrets = new Secrets()) {
  const { limits: _off, ...others } = CONFIG;
  const config = { ...others, ...(limits !== undefined && { limits }), ...more };
  return readConfig(config, { REWARDS_LIMITS_SECRET: SECRET }, secrets);
}

function issuesOf(limits: unknown, more?: object): readonly string[] {
  try {
    read(limits, more);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.issues;
  }
}

describe('the limits of a config', () => {
  it('are on where nothing is said of them', () => {
    const { limits, trustedProxies, clientAddressHeader } = read(undefined);
    assert.deepEqual(limits, {
      requests: { max: 300, perSeconds: 60 },
      claims: { max: 30, perSeconds: 60 },
      wrongIds: { max: 10, perSeconds: 600 },
      unknowns: { max: 3, perSeconds: 3_600 },
      member: { max: 10, perSeconds: 60 },
      action: { max: 6_000, perSeconds: 60 },
      manyIds: { max: 20, perSeconds: 3_600, refuse: false },
      ipv6Prefix: 64,
      dryRun: false,
    });
    assert.deepEqual([trustedProxies, clientAddressHeader], [[], undefined]);
  });

  it('can be off, all or each', () => {
    assert.deepEqual(read(false).limits, { ...OFF, ipv6Prefix: 64, dryRun: false });
    assert.deepEqual(read(OFF).limits, { ...OFF, ipv6Prefix: 64, dryRun: false });
    assert.equal(read({ claims: false }).limits.claims, false);
    assert.deepEqual(read({ claims: false }).limits.member, { max: 10, perSeconds: 60 });
  });

  it('can be changed in part', () => {
    const { limits } = read({ claims: { max: 5 }, manyIds: { refuse: true } });
    assert.deepEqual(limits.claims, { max: 5, perSeconds: 60 });
    assert.deepEqual(limits.manyIds, { max: 20, perSeconds: 3_600, refuse: true });
  });

  it('can be shared under a secret, which is kept out of logs', () => {
    const secrets = new Secrets();
    const { limits } = read({ shared: { secret: env('REWARDS_LIMITS_SECRET') } }, {}, secrets);
    assert.equal(limits.shared?.secret, SECRET);
    assert.equal(secrets.conceal(`it is ${SECRET}`), 'it is [secret]');
  });

  it('are part of the type of a config', () => {
    const config: Partial<RewardsConfig> = {
      trustedProxies: ['10.0.0.0/8'],
      limits: { claims: { max: 5 }, member: false, shared: { secret: env('S') } },
    };
    assert.ok(config);
  });

  const cases: [name: string, limits: unknown, ...issues: string[]][] = [
    ['text', 'none', 'limits: must be an object with keys'],
    ['true', true, 'limits: must be an object with keys'],
    ['an unknown limit', { claim: false }, "limits: has an unknown key 'claim'; did you mean 'claims'?"],
    ['a number for a limit', { claims: 5 }, 'limits.claims: must be an object with keys'],
    [
      'none of something',
      { claims: { max: 0 } },
      'limits.claims.max: must be a whole number above 0; false switches the limit off',
    ],
    ['half of something', { claims: { max: 1.5 } }, 'limits.claims.max: must be a whole number above 0'],
    ['too much', { claims: { max: 1e9 } }, 'limits.claims.max: must be at most 1000000; false switches the limit off'],
    [
      'a span of years',
      { claims: { perSeconds: 1e9 } },
      'limits.claims.perSeconds: must be at most 86400, which is a day',
    ],
    [
      'an unknown key of a limit',
      { claims: { per: 60 } },
      "limits.claims: has an unknown key 'per'; known are max, perSeconds",
    ],
    ['a prefix that leaves nothing apart', { ipv6Prefix: 8 }, 'limits.ipv6Prefix: must be 32 to 128'],
    [
      'a short secret',
      { shared: { secret: 'short' } },
      'limits.shared.secret: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
    [
      'no secret',
      { shared: {} },
      'limits.shared.secret: is missing: the secret for hashing addresses, the same in every process',
    ],
  ];
  for (const [name, limits, ...issues] of cases) {
    it(`cannot be ${name}`, () => assert.deepEqual(issuesOf(limits), issues));
  }

  it('take a header by any case of its name, and none that has another form', () => {
    assert.equal(read(undefined, { clientAddressHeader: 'Fly-Client-IP' }).clientAddressHeader, 'fly-client-ip');
    for (const name of ['', 'x real ip', 'x-real-ip:']) {
      assert.deepEqual(issuesOf(undefined, { clientAddressHeader: name }), [
        "clientAddressHeader: must be the name of a header, such as 'x-forwarded-for' or 'cf-connecting-ip'",
      ]);
    }
    assert.deepEqual(issuesOf(undefined, { clientAddressHeader: 'Forwarded' }), [
      'clientAddressHeader: cannot be Forwarded, because it has more than addresses: let your proxy write X-Forwarded-For, and name that',
    ]);
  });

  it('do not trust everybody as a proxy', () => {
    assert.deepEqual(issuesOf(undefined, { trustedProxies: ['10.0.0.0/8', '0.0.0.0/0', 'nginx'] }), [
      'trustedProxies.1: would trust everybody, and so whatever a visitor claims to be: name the addresses of your own proxies alone',
      "trustedProxies.2: must be an address or a range in CIDR notation, such as '10.0.0.0/8' or '2001:db8::/32'",
    ]);
  });
});
