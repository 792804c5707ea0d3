/**
 * The custom elements and their events. Browser only, though importing them on a server does no harm. Imports lit, and
 * from the contract what is free of zod. Importing this defines no tag: that is for an element's own `*.define.ts`.
 *
 * Decision: the widgets need a browser of mid-2024 or newer (`:state()`, `light-dark()`, `AbortSignal.any`).
 */
import './shared/lit-globals.ts';
export { RewardsCheckin } from './checkin/checkin.ts';
export { RewardsMember } from './member/member.ts';
export { RewardsOnchain } from './onchain/onchain.ts';
export { RewardsRole } from './role/role.ts';
export { RewardsSignup } from './signup/signup.ts';
export type { IdentityMode } from '../contract/action.ts';
export type { ClaimRequest, Failure, GetMemberToken, WidgetAction, WidgetState } from './client/types.ts';
export { loadLocale, registerMessages } from './shared/own-texts.ts';
export type { LocaleMessages, Plural } from './shared/messages.ts';
export { RewardsClaimEvent, RewardsGrantedEvent, RewardsPendingEvent, RewardsProblemEvent } from './shared/events.ts';
export { RewardsStateEvent } from './shared/state-event.ts';
