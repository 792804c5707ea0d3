import type { LedgerEvent, LedgerFacts } from '../../ledger/index.ts';
import { gapText } from '../../desk/health/ledger-health.ts';
import { haltText } from '../../ledger/keeping/halt.ts';
import { isoTime } from '../../common/iso-time.ts';

/** What there is to know of a ledger, in lines. */
export function factsText(name: string, facts: LedgerFacts, history: readonly LedgerEvent[]): string {
  const { id, madeAt, claims, newestClaimAt, backedUpAt, halted, gap } = facts;
  const lines: [string, string][] = [
    ['ledger', name],
    ['id', id],
    ['made', isoTime(madeAt)],
    ['claims', newestClaimAt === null ? String(claims) : `${claims}, the newest of ${isoTime(newestClaimAt)}`],
    ['backup', backedUpAt === null ? 'none since it was made or put back' : isoTime(backedUpAt)],
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
  return `  ${isoTime(at)}  ${what}${by}${details === null ? '' : `  ${JSON.stringify(details)}`}`;
}
