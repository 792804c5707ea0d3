/** What stands around a part of a config, so that it is one. Whatever the part says itself takes its place. */
const USUAL = `import { defineConfig, env, type RewardsConfig } from 'rewards-proxy';

const action: RewardsConfig['actions'][string] = {
  title: 'Daily check-in',
  repeats: 'daily',
  points: 10,
  remark: 'Daily check-in',
};
const usual: RewardsConfig = {
  origins: ['https://example.org'],
  identity: {
    signed: { secrets: [env('REWARDS_TOKEN_SECRET')] },
    session: () => null,
    platform: {
      preset: 'discord',
      origin: 'https://example.org',
      pages: ['https://example.org/check-in'],
      clientId: env('PLATFORM_CLIENT_ID'),
      clientSecret: env('PLATFORM_CLIENT_SECRET'),
      secrets: [env('REWARDS_SESSION_SECRET')],
    },
  },
  actions: { daily: action },
};
`;

/** A config module with the keys of a snippet, which are those of the config or of an action. */
export function asModule(keys: string, place: string): string {
  const own = place === 'action' ? `actions: { daily: { ...action, ${keys}\n} },` : keys;
  return `${USUAL}\nexport default defineConfig({ ...usual, ${own}\n});\n`;
}
