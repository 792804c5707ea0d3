import type { ChallengeView } from '../../contract/index.ts';
import type { ChallengeConfig } from './config.ts';

/** The action's challenge as a widget needs it. It never contains the secret. */
export function challengeView(action: string, settings: ChallengeConfig): ChallengeView {
  const { type } = settings;
  if (type === 'altcha') return { type, endpoint: `/actions/${action}/challenge` };
  return { type, siteKey: settings.siteKey };
}
