import { CLAIM_STATES, type ClaimFilter, GRANT_STATES } from '../../ledger/index.ts';
import { type OptionSpec, type OptionValues, UsageError } from '../command.ts';
import { findMemberIds, namedMember } from '../config/member-ids.ts';
import { oneOf } from '../options.ts';

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const STATES = [...new Set([...CLAIM_STATES, ...GRANT_STATES])];

/** Options that select claims by anything but their state. */
export const SELECT_OPTIONS: Record<string, OptionSpec> = {
  action: { value: '<name>', help: 'only claims of this action' },
  member: { value: '<id>', help: 'only claims of this member' },
  since: {
    value: '<time>',
    help: 'only claims made then or later, such as 2026-06-01 (in UTC) or 2026-06-01T18:00:00Z',
  },
  until: { value: '<time>', help: 'only claims made before' },
};

/** Options that select claims. */
export const FILTER_OPTIONS: Record<string, OptionSpec> = {
  ...SELECT_OPTIONS,
  state: { value: '<state>', help: `only claims in this state: ${STATES.join(', ')}`, values: STATES },
};

/** The filter that the options describe. Throws `UsageError`. */
export async function readFilter({ action, config, member, since, state, until }: OptionValues): Promise<ClaimFilter> {
  return {
    ...(action !== undefined && { action }),
    ...(member !== undefined && { memberId: namedMember(member, await findMemberIds(config)).names }),
    ...(since !== undefined && { since: readTime('--since', since) }),
    ...(until !== undefined && { until: readTime('--until', until) }),
    ...(state !== undefined && { state: oneOf('--state', state, STATES) }),
  };
}

/** Epoch milliseconds. A date is in UTC and a time must have a zone, so the result does not depend on the machine. */
export function readTime(option: string, text: string): number {
  const [, date = '', rest] = ISO.exec(text) ?? [];
  // `Date.parse` reads the 30th of February as a day in March.
  const isThere = toIso(Date.parse(date))?.startsWith(date) === true;
  const time = isThere ? Date.parse(date + (rest ?? '')) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `${option} must be a date or a time with its zone, such as 2026-06-01 or 2026-06-01T18:00:00Z, not ${text}`,
  );
}

function toIso(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
