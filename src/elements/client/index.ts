/**
 * The claim without markup: a state machine, the client of the proxy, and the credentials of each identity mode. Runs in browsers;
 * importing it on a server does no harm. Imports the parts of the contract that are free of zod, and nothing of the elements, which
 * are built on this.
 */
export { createApiClient } from './api-client.ts';
export { type ClaimOptions, type ClaimSnapshot, RewardsClaim } from './rewards-claim.ts';
export { TRANSITIONS, type Move } from './transitions.ts';
export type {
  ApiClient,
  ApiReply,
  ClaimContent,
  ClaimOutcome,
  ClaimRequest,
  ClaimSite,
  Failure,
  FieldValues,
  GetMemberToken,
  Request,
  WidgetAction,
  WidgetState,
} from './types.ts';
