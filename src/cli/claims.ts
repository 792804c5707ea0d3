import { CLAIM_STATES, type ClaimFilter, GRANT_STATES } from '../ledger/index.ts';
import { claimsTable, claimText } from './claims-text.ts';
import { type Command, type OptionValues, UsageError } from './command.ts';
import { DB_OPTION, openExisting } from './store.ts';

const STATES = [...new Set([...CLAIM_STATES, ...GRANT_STATES])];
const MOST = 1000;

/** `rewards claims list`: what is in the ledger. */
export const claimsList: Command = {
  name: 'claims list',
  usage: 'rewards claims list',
  summary: 'list claims, oldest first',
  options: {
    action: { value: '<name>', help: 'those of this action' },
    after: { value: '<id>', help: 'those after this one: the next page' },
    db: DB_OPTION,
    format: { value: '<table|json>', help: 'a table (the default), or one JSON object a line' },
    limit: { value: '<number>', help: `at most so many, up to ${MOST}; by default 100` },
    member: { value: '<id>', help: 'those of this member' },
    since: { value: '<time>', help: 'those made then or later, such as 2026-06-01 or 2026-06-01T18:00:00Z' },
    state: { value: '<state>', help: `those in this state: ${STATES.join(', ')}` },
    until: { value: '<time>', help: 'those made before' },
  },
  notes: ['Those with --state unknown may have been executed: look at each, then use rewards claims resolve.'],
  async run(options) {
    const filter = readFilter(options);
    const format = oneOf('--format', options['format'] ?? 'table', ['table', 'json']);
    const ledger = openExisting(options['db']);
    try {
      const claims = await ledger.list(filter);
      if (format === 'table') console.log(claims.length === 0 ? 'no claims' : claimsTable(claims));
      else for (const claim of claims) console.log(JSON.stringify(claim));
    } finally {
      await ledger.close();
    }
  },
};

/** `rewards claims show`: one claim in full. */
export const claimsShow: Command = {
  name: 'claims show',
  usage: 'rewards claims show',
  operands: '<id>',
  summary: 'show one claim with its grants, what came back, and its history',
  options: { db: DB_OPTION },
  notes: [],
  async run(options, [id, ...more]) {
    if (id === undefined || more.length > 0) throw new UsageError('name one claim: rewards claims show <id>');
    const ledger = openExisting(options['db']);
    try {
      const claim = await ledger.find(id);
      if (!claim) throw new Error(`there is no claim ${id}`);
      console.log(claimText(claim, await ledger.history(id)));
    } finally {
      await ledger.close();
    }
  },
};

function readFilter({ action, after, limit, member, since, state, until }: OptionValues): ClaimFilter {
  return {
    ...(action !== undefined && { action }),
    ...(after !== undefined && { after }),
    ...(member !== undefined && { memberId: member }),
    ...(since !== undefined && { since: readTime('--since', since) }),
    ...(until !== undefined && { until: readTime('--until', until) }),
    ...(state !== undefined && { state: oneOf('--state', state, STATES) }),
    limit: readLimit(limit ?? '100'),
  };
}

/** The text, if it is one of the words. Throws `UsageError`. */
export function oneOf<T extends string>(option: string, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new UsageError(`${option} must be one of ${words.join(', ')}, not ${text}`);
}

function readTime(option: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${option} must be a date or a time, such as 2026-06-01 or 2026-06-01T18:00:00Z, not ${text}`);
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MOST}, not ${text}`);
}
