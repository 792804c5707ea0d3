import { type Cause, claimState, holds, mayMove } from '../../../src/ledger/claims/machine.ts';
import { number, type Row, text, word } from '../../../src/ledger/operation.ts';
import { GRANT_STATES, type GrantState } from '../../../src/ledger/port.ts';
import type { Tables } from './ground.ts';
import type { Act, Pair } from './pairs.ts';
import type { Answer } from './transactions.ts';

const stateOf = (grant: Row): GrantState => word(grant, 'state', GRANT_STATES);
const isHeld = (grant: Row): boolean => holds(stateOf(grant));
const pointsIn = (grants: readonly Row[]): number => grants.reduce((sum, grant) => sum + number(grant, 'points'), 0);

/** What is broken of the invariants in what is committed, in words that are the same for the same break. */
export function brokenTables(tables: Tables, { caps }: Pair): string[] {
  const [claims, grants, tallies] = [rowsIn(tables, 'claims'), rowsIn(tables, 'grants'), rowsIn(tables, 'tallies')];
  const [rules, indexes] = [rowsIn(tables, 'rules'), rowsIn(tables, 'indexes')];
  const grantsOf = (id: string) => grants.filter((grant) => grant['claim_id'] === id);
  const held = (some: readonly Row[]) => some.flatMap((claim) => grantsOf(text(claim, 'id')).filter(isHeld));
  const takes = (claim: Row) => held([claim]).length > 0;
  const broken: string[] = [];

  for (const claim of claims) {
    const states = grantsOf(text(claim, 'id')).map(stateOf);
    const who = `the claim of ${text(claim, 'member_id')}`;
    if (claim['state'] !== claimState(states))
      broken.push(`${who} is ${text(claim, 'state')}, but its grants are ${states.join(' and ')}`);
    if (number(claim, 'holds') !== Number(takes(claim)))
      broken.push(
        `${who} ${takes(claim) ? 'does not take' : 'takes'} its slot, but its grants are ${states.join(' and ')}`,
      );
    for (const grant of grantsOf(text(claim, 'id'))) broken.push(...brokenHistory(tables, grant));
  }
  for (const [slot, [, second]] of Map.groupBy(claims.filter(takes), slotOf))
    if (second) broken.push(`${slot} is taken twice`);
  for (const [action, some] of Map.groupBy(claims, (claim) => text(claim, 'action'))) {
    const tally = tallies.find((row) => row['action'] === action) ?? { claims: 0, points: 0 };
    const counts = { claims: some.filter(takes).length, points: pointsIn(held(some)) };
    for (const what of ['claims', 'points'] as const) {
      if (number(tally, what) !== counts[what])
        broken.push(`${counts[what]} ${what} of ${action} are held, but ${number(tally, what)} are counted`);
    }
    broken.push(
      ...over(`of ${action}`, counts.claims, caps.capacity),
      ...over(`of ${action}`, counts.points, caps.actionBudget),
    );
  }
  broken.push(...over('in all', pointsIn(held(claims)), caps.totalBudget));
  for (const [member, some] of Map.groupBy(claims, (claim) => text(claim, 'member_id')))
    broken.push(...over(`of ${member}`, pointsIn(held(some)), caps.memberPoints?.points));
  const isIndexed = indexes.some((index) => index['name'] === 'claims_of_member');
  for (const [action, [, second]] of Map.groupBy(rules, (rule) => text(rule, 'action')))
    if (second && !isIndexed) broken.push(`${action} has two rules, and no index for the members' claims under either`);
  const keyOf = (row: Row) => {
    const claim = claims.find(({ id }) => id === row['claim_id']);
    return `the key ${text(row, 'idempotency_key')} of ${claim ? slotOf(claim) : 'no claim'}`;
  };
  for (const [key, [, second]] of Map.groupBy(rowsIn(tables, 'idempotency_keys'), keyOf))
    if (second) broken.push(`${key} has two claims`);
  return broken;
}

/** What is broken in what the two were told. */
export function brokenAnswers(answers: readonly Answer[], tables: Tables, { acts }: Pair): string[] {
  const claims = rowsIn(tables, 'claims');
  const told = answers.flatMap((answer, index) => {
    const act = acts[index];
    return act ? [{ act, answer }] : [];
  });
  const broken = told.flatMap(({ act, answer }) =>
    'failed' in answer ? [`${act.name} fails: ${String(answer.failed)}`] : [],
  );
  for (const { act, answer } of told) {
    const id = reservedIn(answer);
    if (id !== null && !claims.some((claim) => claim['id'] === id))
      broken.push(`${act.name} is told of a claim that is not there`);
  }
  const [one, other] = told;
  if (one && other && [one, other].every(({ answer }) => reservedIn(answer) !== null || isTrue(answer))) {
    for (const id of spentBy(one.act).filter((each) => spentBy(other.act).includes(each)))
      broken.push(`${id} is used twice`);
  }
  return broken;
}

/** A table that has gone by that name would be one in which nothing is ever broken. */
function rowsIn(tables: Tables, name: string): readonly Row[] {
  const rows = tables[name];
  if (rows) return rows;
  throw new Error(`there is no table ${name}`);
}

function brokenHistory(tables: Tables, grant: Row): string[] {
  const moves = rowsIn(tables, 'events')
    .filter((event) => event['claim_id'] === grant['claim_id'] && event['idx'] === grant['idx'])
    .toSorted((one, other) => number(one, 'seq') - number(other, 'seq'));
  const broken: string[] = [];
  let state: GrantState | null = null;
  for (const move of moves) {
    const to = word(move, 'to_state', GRANT_STATES);
    const [cause = ''] = text(move, 'cause').split(':');
    const isNote = move['from_state'] === to;
    if (move['from_state'] !== state)
      broken.push(`a grant that is ${state} becomes ${to} as if it were ${String(move['from_state'])}`);
    else if (
      state !== null &&
      !isNote &&
      !mayMove(text(grant, 'kind') === 'role' ? 'role' : 'points', state, to, cause as Cause)
    )
      broken.push(`a ${state} grant becomes ${to} by ${cause}`);
    state = to;
  }
  if (state !== grant['state']) broken.push(`a grant is ${text(grant, 'state')}, but its history ends with ${state}`);
  return broken;
}

function slotOf(claim: Row): string {
  return `${text(claim, 'action')} of ${text(claim, 'member_id')} in ${text(claim, 'period')}`;
}

function over(whose: string, count: number, cap: number | undefined): string[] {
  return cap !== undefined && count > cap ? [`${count} ${whose} are held, where ${cap} may be`] : [];
}

function reservedIn(answer: Answer): string | null {
  if (!('value' in answer) || typeof answer.value !== 'object' || answer.value === null) return null;
  const { kind, claim } = answer.value as { kind?: string; claim?: { id: string } };
  return kind === 'reserved' ? (claim?.id ?? null) : null;
}

const isTrue = (answer: Answer): boolean => 'value' in answer && answer.value === true;

/** What may be used by one of the two alone. */
const spentBy = ({ spends = [] }: Act): readonly string[] => spends;
