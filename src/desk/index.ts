/**
 * The owner's desk: a page, and the JSON API behind it. The desk and the command line use the same functions (`claims/`,
 * `health/`). Imports the contract, the ledger's port and the proxy's types. It is loaded only if somebody uses it.
 *
 * Decisions. The page needs no login, because it has no data. Each of its requests passes two checks: it comes from no other site
 * (`cross-site.ts`), and from a known person (`authorize`). The ledger records what was seen and exported, and it records a decision in the
 * transaction that makes it. Lists continue after the last id of a page, and exports go line by line, so any number of claims works.
 */
export { createDesk, type DeskOptions } from './create-desk.ts';
export type { DeskUser } from './desk-user.ts';
