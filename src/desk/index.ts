/**
 * The owner's desk: a page, and the JSON API behind it, for the people who run the proxy. The desk and the command line use the
 * same functions (`claims/`, `health/`). Imports the contract, the ledger's port and the proxy's types; nothing of it is loaded unless
 * it is asked for.
 *
 * Decisions. The page is served without a login, since it holds nothing; whatever it asks goes through one fence (`fence.ts`: no other
 * site) and one door (`authorize`: nobody unknown). What was seen and exported is noted in the ledger, and a decision is noted in the
 * transaction that makes it. Lists go by the last id of the page before, and an export by lines, so that any number of claims has room.
 */
export { createDesk, type DeskOptions } from './create-desk.ts';
export type { DeskUser } from './door.ts';
