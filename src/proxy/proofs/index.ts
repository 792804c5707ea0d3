/**
 * What shows that the thing to reward happened, per action: codes, answers, time on a page, other claims, lists, an endpoint or a function of the owner's,
 * alone or together. Imports the contract, the ledger port, the transport and zod.
 *
 * Decisions. What a visitor says is never believed: a proof is found out by the proxy. Nothing is kept on the server between two tries, so that
 * a restart changes nothing: what is not proved yet takes no period, and the widget asks again. What nobody can find out (an error, a time-out)
 * grants nothing, also within `not`. What visitors type as an answer is never stored, and no answer is told apart from others that are wrong.
 */
export type { VerifyAnswer } from './answer.ts';
export type { Finding, VerifyClaim } from './proof.ts';
export { Proofs, type ProofsSettings } from './proofs.ts';
export type { RotatingCodeSettings } from './kinds.ts';
export { answersTo, asksForTicket, rotatingCodesIn, shownCodes } from './fields.ts';
export type { Tickets } from './tickets.ts';
