import type { LedgerEvent, LedgerFacts } from '../../ledger/index.ts';
import { gapText } from '../../desk/health/ledger-health.ts';
import { haltText } from '../../ledger/keeping/halt.ts';

/** What there is to know of a ledger, in lines. */
export function factsText(name: string, facts: LedgerFacts, history: readonly LedgerEvent[]): string {
  const { id, madeAt, claims, newestClaimAt, backedUpAt, halted, gap } = facts;
  const lines: [string, string][] = [
    ['ledger', name],
    ['id', id],
    ['made', time(madeAt)],
    ['claims', newestClaimAt === null ? String(claims) : `${claims}, the newest of ${time(newestClaimAt)}`],
    ['backup', backedUpAt === null ? 'none since it was made or put back' : time(backedUpAt)],
    ['gap', gap === null ? 'none' : gapText(gap)],
    ['takes claims', halted === null ? 'yes' : `no: ${haltText(halted)}`],
  ];
  return [
    ...lines.map(([title, text]) => `${title.padEnd(14)}${text}`),
    ...(history.length > 0 ? ['', 'History:', ...history.map(eventText)] : []),
  ].join('\n');
}

function eventText({ at, what, who, why, details }: LedgerEvent): string {
  const by = who === null ? '' : ` (${who}: ${why ?? ''})`;
  return `  ${time(at)}  ${what}${by}${details === null ? '' : `  ${JSON.stringify(details)}`}`;
}

function time(at: number): string {
  return new Date(at).toISOString();
}
