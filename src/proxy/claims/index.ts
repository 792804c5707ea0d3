/**
 * A claim: the gates that a request passes (`gates/index.ts` lists them), its way from the reservation to its end, and the answer to
 * the visitor. Imports the contract, the ledger port, the upstream, and the proxy's features.
 */
export { claimOnce, isPassing, latestTry, triedAs } from './attempts.ts';
export { isKey } from './claim-body.ts';
export { delayedByPoints, memberPointsEndAt, overBudget } from './claim-caps.ts';
export { type Claims, createClaims } from './claims.ts';
export type { ClaimAttempt } from './claim-context.ts';
export type { ClaimVerdict } from './claim-verdict.ts';
export { claimView } from './claim-view.ts';
export { readEvidence } from './evidence.ts';
export { makeGates } from './gates/index.ts';
export { Intake } from './gates/intake.ts';
export { windowState } from './gates/window.ts';
export { InFlight } from './in-flight.ts';
export { KeptOutcomes } from './kept-outcomes.ts';
