import type { ClaimRecord, Ledger } from '../../src/ledger/index.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { executionKey } from './faulty-service.ts';

/** An answer that a visitor saw as "granted". */
export interface Shown {
  id: string;
  action: string;
  memberId: string;
}

const PAGE = 1000;

/** Every claim in the ledger. */
export async function allClaims(ledger: Ledger): Promise<ClaimRecord[]> {
  const claims: ClaimRecord[] = [];
  for (;;) {
    const last = claims.at(-1);
    const page = await ledger.list({ limit: PAGE, ...(last && { after: last.id }) });
    claims.push(...page);
    if (page.length < PAGE) return claims;
  }
}

/** What is broken of the six invariants, in words. `claims` are all of the ledger's; nothing may be running any more. */
export async function brokenInvariants(
  ledger: Ledger,
  claims: readonly ClaimRecord[],
  executions: ReadonlyMap<string, number>,
  shown: readonly Shown[],
  actions: RewardsConfig['actions'],
): Promise<string[]> {
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
  for (const [name, { capacity }] of Object.entries(actions)) {
    const seated = claims.filter(
      ({ action, grants }) => action === name && grants.some(({ state }) => /sent|granted|unknown/.test(state)),
    );
    if (capacity !== undefined && seated.length > capacity)
      broken.push(`${seated.length} of ${capacity} seats of ${name} are taken`);
    const counted = await ledger.seatsTaken(name);
    if (counted !== seated.length)
      broken.push(`${seated.length} seats of ${name} are taken, but ${counted} are counted`);
  }
  return broken;
}
