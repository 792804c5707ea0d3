import type { Value } from '../../../src/ledger/operation.ts';
import type { PostgresResult } from '../../../src/ledger/postgres.ts';
import type { Query } from '../../support/databases/one-by-one.ts';
import type { StatementBug } from './transactions.ts';

const LOCK = 'pg_advisory_xact_lock';
const IS_LOCK = /pg_(?:try_)?advisory_xact_lock/;
/** What is answered to a request for a lock that is free. */
const FREE: PostgresResult = { rows: [{ held: 1 }], fields: [] };
const NOTHING: PostgresResult = { rows: [], fields: [] };

/** Mistakes in what two transactions do at once, that must be found. */
export const STATEMENT_BUGS: Readonly<Record<string, StatementBug>> = {
  'a member is not locked': withoutLock('member ', "two reserve a member's last points"),
  'a pseudonym is not locked': withoutLock('member forgotten:', 'reserve and adopt under a pseudonym'),
  'the total budget is not locked': withoutLock('total budget', 'two reserve the last points of all'),
  'a link is not locked': withoutLock('link ', 'two reserve with one link'),
  'rules are not locked': withoutLock(
    'rules',
    'two reserve for two members by another rule each, before anybody claimed',
  ),
  'a member is looked at before the lock': {
    shownIn: 'two reserve one slot by one key',
    query(query) {
      let late: Value[] | null = null;
      return async (text, values = []) => {
        if (IS_LOCK.test(text) && String(values[0]).startsWith('member ')) {
          late = values;
          return FREE;
        }
        const result = await query(text, values);
        if (late && text !== 'ROLLBACK') await query(`SELECT ${LOCK}(hashtextextended($1, 0))`, late);
        late = null;
        return result;
      };
    },
  },
  'a grant moves whatever has become of it': replacing(
    'AND state = $8 AND attempts = $9',
    "AND $8::text <> '' AND $9::bigint >= 0",
    'settle as granted and settle as refused, where there is a claim that was sent',
  ),
  'a claim is brought in line with what was read of its grants': {
    shownIn: 'settle as refused and recover, where there is a claim in doubt that gives a role besides',
    query(query) {
      const states = new Map<unknown, unknown>();
      return async (text, values = []) => {
        if (text.startsWith('SELECT idx, state FROM grants')) {
          await query(text, values);
          return { rows: [...states].map(([idx, state]) => ({ idx, state })), fields: [] };
        }
        const result = await query(text, values);
        const [state] = values;
        const isRead = text.includes('WHERE c.id = $1');
        if (isRead) states.clear();
        for (const row of Array.isArray(result) ? [] : result.rows) {
          if (isRead) states.set(Number(row['idx']), row['grant_state']);
          else if (text.startsWith('UPDATE grants')) states.set(Number(row['idx']), state);
        }
        return result;
      };
    },
  },
  'a tally is read first and written then': {
    shownIn: 'two reserve the last seat',
    query:
      (query) =>
      async (text, values = []) => {
        if (!text.startsWith('INSERT INTO tallies')) return query(text, values);
        const [action = null, claims = 0, points = 0, ...caps] = values;
        const [tally] = await rowsOf(query, 'SELECT claims, points FROM tallies WHERE action = $1', [action]);
        if (!tally) return query(text, values);
        const sums = [Number(tally['claims']) + Number(claims), Number(tally['points']) + Number(points)];
        if (sums.some((sum, index) => sum > Number(caps[index]))) return NOTHING;
        return query('UPDATE tallies SET claims = $2, points = $3 WHERE action = $1 RETURNING action', [
          action,
          ...sums,
        ]);
      },
  },
  'seats are counted before the tally is taken': {
    shownIn: 'two reserve the last seat',
    query:
      (query) =>
      async (text, values = []) => {
        if (!text.startsWith('INSERT INTO tallies')) return query(text, values);
        const [action = null, claims = 0, , capacity = 0] = values;
        const [tally] = await rowsOf(query, 'SELECT claims FROM tallies WHERE action = $1', [action]);
        const isOver = Number(tally?.['claims'] ?? 0) + Number(claims) > Number(capacity);
        return isOver ? NOTHING : query(text, [...values.slice(0, 3), Number.MAX_SAFE_INTEGER, ...values.slice(4)]);
      },
  },
  'seats are counted in a transaction of its own': {
    shownIn: 'two reserve the last seat',
    ledger: (ledger) => ({
      ...ledger,
      async reserve(request) {
        const { capacity = Infinity, ...caps } = request.caps;
        const taken = await ledger.seatsTaken(request.action);
        return taken >= capacity ? { kind: 'capped', cap: 'capacity' } : ledger.reserve({ ...request, caps });
      },
    }),
  },
  'a nonce is theirs who take it last': replacing(
    /(INTO nonces .*) DO NOTHING/,
    '$1 DO UPDATE SET holder = excluded.holder',
    'two spend one nonce',
  ),
  'a nonce that came back is taken by all who saw it': replacing(
    /(UPDATE nonces SET .* WHERE id = \$3)\s[^]*RETURNING id/,
    '$1 AND $4::text IS NOT NULL RETURNING id',
    'two reserve with a nonce that came back',
  ),
  'a bucket is read first and written then': {
    shownIn: 'two consume the last of a bucket',
    query:
      (query) =>
      async (text, values = []) => {
        if (!/INTO rate_limits .*\s+ON CONFLICT \(id\) DO UPDATE SET tat =\s+CASE/.test(text))
          return query(text, values);
        const [id = null, first = 0, now = 0, latest = 0, everyMs = 0] = values;
        const [row] = await rowsOf(query, 'SELECT tat FROM rate_limits WHERE id = $1', [id]);
        const at = Number(row?.['tat'] ?? 0);
        if (at > Number(latest)) return NOTHING;
        const to = at >= Number(now) ? at + Number(everyMs) : first;
        const set = 'ON CONFLICT (id) DO UPDATE SET tat = excluded.tat RETURNING tat';
        return query(`INSERT INTO rate_limits (id, tat) VALUES ($1, $2) ${set}`, [id, to]);
      },
  },
  'a claim that was taken up again is purged all the same': replacing(
    /(AND personal = 2) AND state <> 'pending'(?= RETURNING)/,
    '$1',
    'purge and take up, where there is a claim that was given in part',
  ),
  'a claim that was taken up again is forgotten all the same': replacing(
    "AND member_id = $2 AND state <> 'pending'",
    'AND member_id = $2',
    'forget and take up, where there is a claim that was given in part',
  ),
  'each statement stands by itself': {
    shownIn: 'two reserve one slot',
    query: (query) => async (text, values) => {
      if (text.startsWith('BEGIN')) return query('SET search_path = rewards');
      return /^(COMMIT|ROLLBACK)$/.test(text) ? NOTHING : query(text, values);
    },
  },
  'what did nothing is not tried again': {
    shownIn: 'two consume from two buckets, each from another first',
    query: (query) => (text, values) =>
      query(text, values).catch((error: unknown) => {
        throw new Error('the database failed', { cause: error });
      }),
  },
};

/** What is first said to be broken by each. What sees it is not to be replaced by something else that sees less. */
export const SAID: Readonly<Record<string, string>> = {
  'a member is not locked': '20 of noor are held, where 15 may be',
  'a pseudonym is not locked': 'it comes to what no order of whole transactions comes to',
  'the total budget is not locked': '40 in all are held, where 35 may be',
  'a link is not locked': 'it comes to what no order of whole transactions comes to',
  'rules are not locked': "daily has two rules, and no index for the members' claims under either",
  'a member is looked at before the lock': 'it comes to what no order of whole transactions comes to',
  'a grant moves whatever has become of it': 'the claim of noor does not take its slot, but its grants are granted',
  'a claim is brought in line with what was read of its grants':
    'the claim of noor is pending, but its grants are refused and released',
  'a tally is read first and written then': '3 claims of daily are held, but 2 are counted',
  'seats are counted before the tally is taken': '3 of daily are held, where 2 may be',
  'seats are counted in a transaction of its own': '3 of daily are held, where 2 may be',
  'a nonce is theirs who take it last': 'nonce nonce is used twice',
  'a nonce that came back is taken by all who saw it': 'nonce nonce is used twice',
  'a bucket is read first and written then': 'it comes to what no order of whole transactions comes to',
  'a claim that was taken up again is purged all the same': 'it comes to what no order of whole transactions comes to',
  'a claim that was taken up again is forgotten all the same':
    'it comes to what no order of whole transactions comes to',
  'each statement stands by itself': '2 claims of daily are held, but 3 are counted',
  'what did nothing is not tried again':
    "consume fails: LedgerError: the ledger's database failed: the database failed",
};

function withoutLock(name: string, shownIn: string): StatementBug {
  return {
    shownIn,
    query: (query) => async (text, values) =>
      IS_LOCK.test(text) && String(values?.[0]).startsWith(name) ? FREE : query(text, values),
  };
}

function replacing(part: string | RegExp, other: string, shownIn: string): StatementBug {
  return { shownIn, query: (query) => (text, values) => query(text.replace(part, other), values) };
}

async function rowsOf(query: Query, text: string, values: Value[]): Promise<PostgresResult['rows']> {
  const result = await query(text, values);
  return Array.isArray(result) ? [] : result.rows;
}
