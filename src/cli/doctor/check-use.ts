import { checkLedger } from '../../desk/health/ledger-health.ts';
import type { Findings } from '../../common/finding.ts';
import type { Store } from '../store.ts';

/** Whether claims can be made in the ledger now, which is tried out; how many it has, and whether there is a backup of them. */
export async function checkUse(store: Store, findings: Findings): Promise<void> {
  const ledger = await store.open();
  try {
    await checkLedger(ledger, findings);
  } finally {
    await ledger.close();
  }
}
