import { CLAIM_STATES, type ClaimFilter, GRANT_STATES } from '../../ledger/index.ts';
import { type OptionSpec, type OptionValues, UsageError } from '../command.ts';
import { oneOf } from '../options.ts';

const STATES = [...new Set([...CLAIM_STATES, ...GRANT_STATES])];

/** Which claims, but for their state. */
export const WHICH_OPTIONS: Record<string, OptionSpec> = {
  action: { value: '<name>', help: 'those of this action' },
  member: { value: '<id>', help: 'those of this member' },
  since: { value: '<time>', help: 'those made then or later, such as 2026-06-01 or 2026-06-01T18:00:00Z' },
  until: { value: '<time>', help: 'those made before' },
};

/** Which claims. */
export const FILTER_OPTIONS: Record<string, OptionSpec> = {
  ...WHICH_OPTIONS,
  state: { value: '<state>', help: `those in this state: ${STATES.join(', ')}` },
};

/** What the options ask for. Throws `UsageError`. */
export function readFilter({ action, member, since, state, until }: OptionValues): ClaimFilter {
  return {
    ...(action !== undefined && { action }),
    ...(member !== undefined && { memberId: member }),
    ...(since !== undefined && { since: readTime('--since', since) }),
    ...(until !== undefined && { until: readTime('--until', until) }),
    ...(state !== undefined && { state: oneOf('--state', state, STATES) }),
  };
}

function readTime(option: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${option} must be a date or a time, such as 2026-06-01 or 2026-06-01T18:00:00Z, not ${text}`);
}
