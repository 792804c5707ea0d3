/**
 * The claim without any markup of ours: a state machine, the client of the proxy, and the credentials of each way to know a
 * member. Browser only, though importing it on a server does no harm. Imports from the contract what is free of zod, and
 * nothing of the elements, which stand on this.
 */
export { createApiClient } from './api-client.ts';
export { type ClaimOptions, type ClaimSnapshot, RewardsClaim } from './rewards-claim.ts';
export { TRANSITIONS, type Move } from './transitions.ts';
export type {
  Answer,
  ApiClient,
  ClaimContent,
  ClaimRequest,
  ClaimSite,
  Failure,
  FieldValues,
  GetMemberToken,
  Outcome,
  Request,
  WidgetAction,
  WidgetState,
} from './types.ts';
