import type { ClaimFilter, Ledger } from '../../ledger/index.ts';
import { csvHead, csvLine } from './csv.ts';
import { claimsOf } from './look-up.ts';

/** The claims that the filter takes as CSV, a line at a time. Goes through them twice, for the fields are known only at the end. */
export async function* csvLines(ledger: Ledger, filter: ClaimFilter): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const { fields } of claimsOf(ledger, filter)) {
    for (const name of Object.keys(fields ?? {})) names.add(name);
  }
  const fields = [...names].toSorted();
  yield csvHead(fields);
  for await (const claim of claimsOf(ledger, filter)) yield csvLine(claim, fields);
}
