/**
 * What the owner's other systems are told of claims. The ledger notes each event in the transaction that makes it true; what is here sends it.
 * Imports the ledger port, the alerts' posting and signing, and the view of a claim.
 *
 * Decisions. At least once: an event is struck off only once the receiver has taken it, so one may come twice, under the same id. A
 * process takes what is due for a while, in which no other process gets it; so a process that dies gives it back.  No order is promised, since
 * what failed comes later than what did not: each event says when it happened, and which of its claim's it is.
 */
export { createSender, type Sender, type SenderContext } from './sender.ts';
