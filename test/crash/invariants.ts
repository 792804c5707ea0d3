import type { ClaimRecord, Ledger } from '../../src/ledger/index.ts';
import { ACTIONS } from './actions.ts';
import { executionKey } from './faulty-service.ts';

/** An answer that a visitor saw as "granted". */
export interface Shown {
  id: string;
  action: string;
  memberId: string;
}

/** Every claim in the ledger. */
export async function allClaims(ledger: Ledger): Promise<ClaimRecord[]> {
  const claims: ClaimRecord[] = [];
  for (;;) {
    const last = claims.at(-1);
    const page = await ledger.list({ limit: 1000, ...(last && { after: last.id }) });
    if (page.length === 0) return claims;
    claims.push(...page);
  }
}

/** What is broken of the six invariants, in words. Nothing may be running any more. */
export async function brokenInvariants(
  ledger: Ledger,
  executions: ReadonlyMap<string, number>,
  shown: readonly Shown[],
): Promise<string[]> {
  const claims = await allClaims(ledger);
  const states = new Map<string, string[]>();
  const broken: string[] = [];
  for (const { id, memberId, action, grants } of claims) {
    for (const { order, state } of grants) {
      const key = executionKey(memberId, action, order.kind);
      states.set(key, [...(states.get(key) ?? []), state]);
      if (state === 'reserved' || state === 'sent') broken.push(`${id} is in flight past its deadline`);
    }
  }
  for (const [key, count] of executions) {
    if (count > 1 && !key.endsWith(' role')) broken.push(`${key} was executed ${count} times`);
    if (!states.get(key)?.some((state) => /sent|granted|unknown/.test(state)))
      broken.push(`${key} was executed, but is ${String(states.get(key))}`);
  }
  for (const [key, found] of states) {
    if (found.includes('granted') && !executions.has(key)) broken.push(`${key} is granted, but was not executed`);
    if (found.filter((state) => /sent|granted|unknown/.test(state)).length > 1) broken.push(`${key} is held twice`);
  }
  for (const { id, memberId, action } of shown) {
    const claim = claims.find((candidate) => candidate.id === id);
    if (claim?.state !== 'granted')
      broken.push(`${memberId} was shown ${action} as granted, but ${id} is ${claim?.state}`);
  }
  const seated = claims.filter(
    ({ action, grants }) => action === 'seats' && grants.some(({ state }) => /sent|granted|unknown/.test(state)),
  );
  if (seated.length > ACTIONS.seats.capacity)
    broken.push(`${seated.length} seats of ${ACTIONS.seats.capacity} are taken`);
  const counted = await ledger.seatsTaken('seats');
  if (counted !== seated.length) broken.push(`${seated.length} seats are taken, but ${counted} are counted`);
  return broken;
}
