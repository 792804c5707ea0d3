/**
 * Events that come in: signed messages of the owner's other systems (a shop, a game server, a form, CI) about members, at
 * `POST {mount}/events/{source}`. Imports the claims, the ledger port and the proxy's problem replies.
 *
 * Decisions. Nothing is parsed before its signature over the raw bytes is checked. An event names the action and the member, never the reward. Its id
 * is the claim's key, in a namespace that visitors' requests cannot reach. The id is used up with the claim, or with the final answer, so an event is
 * paid at most once, however often and in whichever order it comes. If the outcome is still open, the answer is 503 and the sender sends it again.
 */
export type { IncomingEvent } from './incoming-event.ts';
export type { Events } from './events.ts';
