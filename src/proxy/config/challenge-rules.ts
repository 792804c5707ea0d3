import { isRecord } from '../../common/is-record.ts';

type Keys = Record<string, unknown>;
type Report = (path: string[], message: string) => void;

/** What Turnstile takes as the name of an action (its documentation, widget configurations). */
const LONGEST_TURNSTILE_ACTION = 32;

/** Checks that an action's challenge can be told from those of other actions. */
export function checkChallenge(name: string, { challenge }: Keys, report: Report): void {
  if (!isRecord(challenge) || challenge['type'] !== 'turnstile' || name.length <= LONGEST_TURNSTILE_ACTION) return;
  report(['challenge'], `needs an action with a shorter name: Turnstile takes ${LONGEST_TURNSTILE_ACTION} characters`);
}
