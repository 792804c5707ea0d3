import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkChallenges } from '../../src/cli/doctor/check-challenges.ts';
import { type Finding, Findings } from '../../src/common/finding.ts';
import { readConfig } from '../../src/proxy/config/index.ts';
import { env, type RewardsConfig } from '../../src/proxy/index.ts';
import { Secrets } from '../../src/proxy/monitoring/secrets.ts';
import { type Transport, TransportError } from '../../src/service/index.ts';
import { reply } from '../proxy/support/transport.ts';

type Challenge = RewardsConfig['actions'][string]['challenge'];

const SECRET = 'a secret of at least thirty-two bytes';
const variables = { SECRET };
const turnstile = { type: 'turnstile', siteKey: 'k', secret: env('SECRET') } as const;

async function found(
  challenge: Challenge,
  { answer = {}, ...more }: Partial<RewardsConfig> & { answer?: object | null } = {},
): Promise<Finding[]> {
  const config: RewardsConfig = {
    service: { baseUrl: 'https://service.example', apiKey: 'key' },
    origins: ['https://example.org'],
    actions: { daily: { title: 'D', repeats: 'daily', points: 1, remark: 'r', ...(challenge && { challenge }) } },
    ...more,
  };
  const transport: Transport = async () => {
    if (!answer) throw new TransportError('refused', { written: false });
    return reply(200, answer);
  };
  const findings = new Findings();
  await checkChallenges(readConfig(config, variables, new Secrets()), config, findings, transport);
  assert.ok(!JSON.stringify(findings.all).includes(SECRET));
  return findings.all;
}

const one = async (...given: Parameters<typeof found>) => {
  const findings = await found(...given);
  assert.equal(findings.length, 1, JSON.stringify(findings));
  return `${findings[0]?.level}: ${findings[0]?.text}`;
};

describe('rewards doctor, on challenges', () => {
  it('says nothing where there are none', async () => {
    assert.deepEqual(await found(undefined), []);
  });

  it('misses the secret of a proof of work, and finds one that stands in the config', async () => {
    assert.match(await one('altcha'), /^warn: REWARDS_CHALLENGE_SECRET is not set/);
    assert.match(await one('altcha', { challengeSecret: env('SECRET') }), /^ok: /);
    const [, warning] = await found('altcha', { challengeSecret: SECRET });
    assert.match(warning?.text ?? '', /^challengeSecret stands in the config itself/);
  });

  it('misses the secret of tickets and of texts for wallets as well', async () => {
    const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r' } as const;
    const asking = (verify: RewardsConfig['actions'][string]['verify']) => ({
      actions: { daily: { ...daily, ...(verify && { verify }) } },
    });
    const ticket = { type: 'ticket', seconds: 60 } as const;
    const chain: RewardsConfig['actions'][string]['verify'] = {
      type: 'onchain',
      asks: 'address',
      chains: [{ id: 1, name: 'One' }],
      check: () => assert.fail(),
    };
    for (const verify of [ticket, { any: [{ all: [ticket] }, () => ({ ok: true as const })] }, chain]) {
      assert.match(await one(undefined, asking(verify)), /^warn: REWARDS_CHALLENGE_SECRET is not set/);
      assert.match(await one(undefined, { ...asking(verify), challengeSecret: env('SECRET') }), /^ok: /);
    }
    assert.deepEqual(await found(undefined, asking({ type: 'code', code: 'lantern' })), []);
  });

  it('asks a service whether it takes the secret', async () => {
    const says = (code: string) => ({ answer: { success: false, 'error-codes': [code] } });
    assert.equal(await one(turnstile, says('invalid-input-response')), 'ok: Turnstile takes the secret of daily');
    assert.match(
      await one(turnstile, says('invalid-input-secret')),
      /^fail: Turnstile does not take the secret of daily/,
    );
    assert.match(await one(turnstile, says('internal-error')), /^warn: challenges\.cloudflare\.com gives no answer/);
    assert.match(
      await one({ ...turnstile, type: 'hcaptcha' }, { answer: null }),
      /^warn: api\.hcaptcha\.com gives no answer/,
    );
  });

  it('finds a secret that is for tests, and one that stands in the config', async () => {
    const findings = await found({ ...turnstile, secret: '1x0000000000000000000000000000000AA' });
    assert.deepEqual(
      findings.map(({ level }) => level),
      ['warn', 'warn'],
    );
    assert.match(findings[0]?.text ?? '', /^the secret of the challenge of daily stands in the config itself/);
    assert.match(findings[1]?.text ?? '', /^daily has a secret of Turnstile for tests, which keeps nobody out/);
  });
});
