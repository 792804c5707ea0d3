import type { Logger } from '../monitoring/logger.ts';

/** A random secret for this process, if the config has no `challengeSecret`. It is logged that this is so. */
export function madeUpSecret(logger: Logger): string {
  logger.warn(
    {},
    'challengeSecret is not set, so this process made one up: challenges do not outlive it, and several processes need the same one. Set REWARDS_CHALLENGE_SECRET, made with "openssl rand -base64 32"',
  );
  return crypto.randomUUID() + crypto.randomUUID();
}
