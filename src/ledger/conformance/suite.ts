import { durableBuckets } from './rate-limit.ts';
import type { Bench } from './bench.ts';
import { abandoning } from './abandoning.ts';
import { auditing } from './auditing.ts';
import { belongings } from './belongings.ts';
import { bringingBack } from './bringing-back.ts';
import { capping } from './caps.ts';
import { deliveries } from './deliveries.ts';
import { excluding } from './exclusions.ts';
import { figures } from './figures.ts';
import { forgetting } from './forgetting.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { lateReplies } from './late-replies.ts';
import { laterNews } from './later-news.ts';
import { linked } from './links.ts';
import { nonces } from './nonces.ts';
import { periods } from './periods.ts';
import { reading } from './reading.ts';
import { recovery } from './recovery.ts';
import { restoring } from './restoring.ts';
import { retention } from './retention.ts';
import { rules } from './rules.ts';
import { sessions } from './sessions.ts';
import { settling } from './settling.ts';
import { severalGrants } from './several-grants.ts';
import { slots } from './slots.ts';
import { takingUp } from './taking-up.ts';
import { telling } from './telling.ts';
import { transactions } from './transactions.ts';

export type { Bench } from './bench.ts';

/**
 * Declares tests of what every ledger must do, whatever it keeps its claims in; to be called in a file that `node --test` runs. `store`
 * is how the tests call it; `open` makes an empty ledger for each of them.
 *
 * @example
 * conformance('the ledger on my database', async () => {
 *   const store = await openStore();
 *   const ledger = sqlLedger(store);
 *   return { store, ledger, other: async () => ledger, [Symbol.asyncDispose]: () => ledger.close() };
 * });
 */
export function conformance(store: string, open: () => Promise<Bench>): void {
  transactions(store, open);
  durableBuckets(store, open);
  sessions(store, open);
  settling(store, open);
  periods(store, open);
  rules(store, open);
  slots(store, open);
  severalGrants(store, open);
  takingUp(store, open);
  idempotencyKeys(store, open);
  capping(store, open);
  abandoning(store, open);
  recovery(store, open);
  lateReplies(store, open);
  reading(store, open);
  figures(store, open);
  auditing(store, open);
  restoring(store, open);
  bringingBack(store, open);
  laterNews(store, open);
  belongings(store, open);
  retention(store, open);
  forgetting(store, open);
  nonces(store, open);
  telling(store, open);
  deliveries(store, open);
  linked(store, open);
  excluding(store, open);
}
