/**
 * Proofs that the thing to reward happened, for each action: codes, answers, time on a page, other claims, lists, the owner's endpoint or function,
 * alone or combined. Imports the contract, the ledger port, the transport and zod.
 *
 * Decisions. The proxy checks a proof by itself and never believes the visitor. The server stores nothing between two tries, so a restart changes
 * nothing: what is not proved yet uses up no period, and the widget asks again. If something cannot be determined (an error, a time-out), nothing is
 * granted, also within `not`. Answers of visitors are never stored, and a refusal does not say which answer was wrong.
 */
export type { VerifyAnswer } from './answer.ts';
export type { Finding, VerifyClaim } from './proof.ts';
export { Proofs, type ProofsSettings } from './proofs.ts';
export type { RotatingCodeSettings } from './kinds.ts';
export { answersTo, asksForTicket, shownCodes } from './fields.ts';
export type { Tickets } from './tickets.ts';
