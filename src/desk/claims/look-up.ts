import type { ClaimFilter, ClaimRecord, Ledger } from '../../ledger/index.ts';

const PAGE = 500;
const MIN_LENGTH = 8;

/** All claims that the filter takes, oldest first, a page at a time so that there may be any number. */
export async function* claimsOf(ledger: Ledger, filter: ClaimFilter): AsyncGenerator<ClaimRecord> {
  let after: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the last one ended
    const page = await ledger.list({ ...filter, limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

/** The claim with the id, or the only one whose id begins so, as a reference does. Throws if there is none, or more than one. */
export async function findClaim(ledger: Ledger, text: string): Promise<ClaimRecord> {
  const id = text.trim().toLowerCase();
  const found = id.length < MIN_LENGTH ? [] : await ledger.list({ idPrefix: id, limit: 2 });
  const [claim, another] = found;
  if (claim && !another) return claim;
  // Claims of one moment may share a reference, and a remark has no more of the id.
  if (claim && another) {
    throw new Error(`several claims begin with ${id}, such as ${claim.id} and ${another.id}: give more of the id`);
  }
  const hint = id.length < MIN_LENGTH ? `; give at least ${MIN_LENGTH} characters of it` : '';
  throw new Error(`there is no claim ${text}${hint}`);
}
