/**
 * Events that come in: what the owner's other systems (a shop, a game server, a form, CI) say that a member did, signed, at
 * `POST {mount}/events/{source}`. Imports the claims, the ledger port and the proxy's problem replies.
 *
 * Decisions. Nothing is parsed before its signature holds over the raw bytes. An event names the action and the member, never what is given.
 * Its id is the claim's key, in a namespace that no request of a visitor can reach, and is used up with the claim or with the
 * last word on it, so that it is paid at most once however often, late or in whichever order it comes. What may still come to a
 * claim is answered with 503, for the sender to send it again.
 */
export type { IncomingEvent } from './incoming-event.ts';
export { createEvents, type Events } from './events.ts';
export { EventReceipt } from './receipt.ts';
