import type { Logger } from '../monitoring/logger.ts';

/** What stands in for `challengeSecret` where the config has none, in this process alone. The log says so. */
export function madeUpSecret(logger: Logger): string {
  logger.warn(
    {},
    'challengeSecret is not set, so this process made one up: challenges do not outlive it, and several processes need the same one. Set REWARDS_CHALLENGE_SECRET, made with "openssl rand -base64 32"',
  );
  return crypto.randomUUID() + crypto.randomUUID();
}
