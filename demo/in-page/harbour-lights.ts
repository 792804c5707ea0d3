import { type Ground, openGround, openProxy } from './backend.ts';
import type { Logger, RewardsConfig } from '../../src/proxy/index.ts';
import config from '../rewards.config.ts';

/** The backend of the site's pages. */
export interface HarbourLights extends Ground {
  answer(request: Request): Promise<Response>;
}

/** What a page's owner would read is there for whoever looks. */
const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.debug(message, details),
  error: (details, message) => console.debug(message, details),
};

/** The proxy of `npm start`, as far as it needs no server: nobody can sign in on another site, nor is logged in on this one. */
export function openHarbourLights(): HarbourLights {
  const ground = openGround();
  const env = { REWARDS_TOKEN_SECRET: crypto.randomUUID() };
  const proxy = openProxy({ ...withoutPlatform(config), member: () => null }, ground, { env, logger });
  return { ...ground, answer: proxy.fetch };
}

function withoutPlatform(whole: RewardsConfig): RewardsConfig {
  const actions = Object.entries(whole.actions).filter(([, { identity }]) => identity !== 'platform');
  const rest = { ...whole, actions: Object.fromEntries(actions) };
  delete rest.platform;
  return rest;
}
