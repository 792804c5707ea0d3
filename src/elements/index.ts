/**
 * The custom elements and their events. They run in browsers; importing them on a server does no harm. Imports lit, and the parts
 * of the contract that are free of zod. This file defines no tag: an element's `*.define.ts` does.
 *
 * Decision: the widgets need a browser of mid-2024 or newer (`:state()`, `light-dark()`, `AbortSignal.any`): Chrome 125, Firefox 126,
 * Safari 17.5.
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
