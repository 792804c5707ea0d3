import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkEvents } from '../../src/cli/doctor/check-events.ts';
import { Findings } from '../../src/common/finding.ts';
import { readConfig } from '../../src/proxy/config/index.ts';
import { env, type RewardsConfig } from '../../src/proxy/index.ts';
import { Secrets } from '../../src/proxy/monitoring/secrets.ts';

const SECRET = 'a secret of more than sixteen bytes';

it('rewards doctor says where events are sent, and which secrets stand in the config', () => {
  const source = { member: 'member', action: 'purchase' };
  const config: RewardsConfig = {
    service: { baseUrl: 'https://service.example', apiKey: 'key' },
    origins: ['https://example.org'],
    actions: { purchase: { title: 'P', by: 'events', repeats: 'each-event', points: 1, remark: 'P' } },
    events: {
      shop: { ...source, signature: 'shopify', secret: env('SHOP_SECRET') },
      game: { ...source, signature: 'github', secret: [env('GAME_SECRET'), SECRET] },
    },
  };
  const variables = { SHOP_SECRET: `${SECRET} of the shop`, GAME_SECRET: `${SECRET} of the game` };
  const findings = new Findings();
  checkEvents(readConfig(config, variables, new Secrets()), config, findings);
  assert.deepEqual(
    findings.all.map(({ level, check, text }) => `${level} ${check}: ${text}`),
    [
      'ok events: shop sends its events, signed as shopify, to /rewards/events/shop',
      'ok events: game sends its events, signed as github, to /rewards/events/game',
      "warn events: the secret of events.game stands in the config itself: give it as env('…'), and keep it out of version control",
    ],
  );
  const above = new Findings();
  checkEvents(readConfig({ ...config, mount: '/' }, variables, new Secrets()), config, above);
  assert.match(above.all[0]?.text ?? '', / to \/events\/shop$/);
});
