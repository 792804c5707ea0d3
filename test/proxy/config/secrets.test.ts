import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../../src/proxy/config/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';

it('keeps out of whatever is shown each secret of a config, wherever it stands, also where the config cannot be used', () => {
  const all: string[] = [];
  const secret = (): string => {
    const text = `secret ${1000 + all.length}`;
    all.push(text);
    return text;
  };
  const two = (): string[] => [secret(), secret()];
  const platform = () => ({ secrets: two(), clientSecret: secret() });
  const codes = () => [
    { type: 'code', code: secret() },
    { type: 'code', code: two() },
    { type: 'code', codes: two() },
    { type: 'rotating-code', secret: secret() },
    { type: 'http', secret: secret() },
    { type: 'http', secret: two() },
  ];
  const config = {
    identity: { signed: { secrets: two() }, platform: platform() },
    memberTokens: { secrets: two() },
    platform: platform(),
    challengeSecret: secret(),
    actions: {
      one: { challenge: { type: 'turnstile', secret: secret() }, verify: { type: 'code', code: secret() } },
      several: { verify: { all: [...codes(), { any: [...codes(), { not: { type: 'code', codes: two() } }] }] } },
    },
    events: { shop: { secret: secret() }, game: { secret: two() } },
    receivers: { stock: { url: secret(), secret: secret() }, mail: { url: secret(), secret: two() } },
    webhook: { url: secret(), secret: two() },
    alertChat: { url: secret() },
    alertMail: { smtp: secret() },
    limits: { shared: { secret: secret() } },
  };
  const secrets = new Secrets();
  assert.throws(() => readConfig(config, {}, secrets));
  assert.deepEqual(
    all.filter((one) => secrets.conceal(one) !== '[secret]'),
    [],
  );
});
