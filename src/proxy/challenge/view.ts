import type { ChallengeView } from '../../contract/index.ts';
import type { ChallengeConfig } from './config.ts';

/** What a widget needs to know of the action's challenge. Never the secret. */
export function challengeView(action: string, settings: ChallengeConfig): ChallengeView {
  const { type } = settings;
  if (type === 'altcha') return { type, endpoint: `/actions/${action}/challenge` };
  return { type, siteKey: settings.siteKey };
}
