/**
 * What it takes to claim: reading what was sent, one claim from its reservation to its end, and what the visitor is told of it.
 * Imports the contract, the ledger port, the upstream, and the proxy's actions, problem replies, logger and metrics.
 */
export { checkClaimBody, readClaimBody, readIdempotencyKey } from './claim-body.ts';
export { memberPointsEndAt, overBudget } from './claim-caps.ts';
export { type Claims, createClaims, type WantedClaim } from './claims.ts';
export { readFields } from './gates/fields.ts';
export { KeptOutcomes } from './kept-outcomes.ts';
export type { ClaimVerdict } from './claim-verdict.ts';
export { claimView } from './claim-view.ts';
export { windowState } from './gates/window.ts';
