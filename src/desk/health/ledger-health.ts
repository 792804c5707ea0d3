import { type Ledger, type LedgerFacts, SEE_RESTORED } from '../../ledger/index.ts';
import { type Findings, withinCheckLimit } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';
import { isoTime } from '../../common/iso-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_BACKUP_DAYS = 7;
const SEE_BACKUP =
  'see rewards backup --help (on another database: its own tools, and then the method backedUp of the ledger)';

/** Whether claims can be made in the ledger now, which is tried out; when the newest was made, and whether there is a backup. */
export async function checkLedger(ledger: Ledger, findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of('ledger');
  try {
    const { newestClaimAt, backedUpAt, gap } = await withinCheckLimit('reading the ledger', ledger.glance());
    // Those that were set aside have no time that counts.
    const { claims } =
      newestClaimAt === null ? await withinCheckLimit('counting the claims', ledger.about()) : { claims: null };
    if (newestClaimAt !== null) ok(`its newest claim is of ${isoTime(newestClaimAt)}`);
    else ok(claims === 0 ? 'it has no claims yet' : 'all of its claims were set aside');
    if (gap) warn(`${gapText(gap)}: ${SEE_RESTORED}`);
    const age = backedUpAt === null ? null : Math.floor((Date.now() - backedUpAt) / DAY_MS);
    if (age === null && claims !== 0) warn(`there is no backup since it was made or put back: ${SEE_BACKUP}`);
    else if (age !== null && age >= OLD_BACKUP_DAYS) warn(`the last backup is ${age} days old: ${SEE_BACKUP}`);
    await withinCheckLimit('trying the ledger out', ledger.check(Date.now()));
    ok('it takes claims: one was tried and undone, and what was written is durable');
  } catch (error) {
    fail(`it takes no claims: ${messageOf(error)}`);
  }
}

/** A span in which claims may be missing. */
export function gapText({ since, until }: NonNullable<LedgerFacts['gap']>): string {
  return `claims that were made between ${isoTime(since)} and ${isoTime(until)} may be missing`;
}
