/**
 * Events that go out: messages about claims to the owner's other systems. The ledger records each event in the same transaction as the change that it
 * reports, and this folder sends it. Imports the ledger port, the alerts' posting and signing, and the view of a claim.
 *
 * Decisions. At least once: an event is removed only after the receiver accepted it, so one may come twice with the same id. A process
 * takes due events for a while, in which no other process gets them; if it dies, they become due again. No order is promised, because a
 * failed event comes later. A receiver that refuses an event is asked again as one that is down is: the ledger keeps the event, and there is
 * time to fix the receiver. Alerts, which only memory keeps, are not sent again then. Each event says when it happened, and which event of its claim it is.
 */
export { createSender, type Sender, type SenderContext } from './sender.ts';
