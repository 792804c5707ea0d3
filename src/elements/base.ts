/** The base for custom elements: the steps of a claim, the card that shows it, and the styles of both. Importing this defines no tag. */
import './shared/lit-globals.ts';
import type { CSSResultGroup } from 'lit';
import { aboutStyles } from './shared/about.styles.ts';
import { baseStyles } from './shared/base.styles.ts';
import { memberFieldStyles } from './shared/member-field.styles.ts';

export { ClaimElement } from './shared/claim-element.ts';
export { RewardsElement } from './shared/rewards-element.ts';
export type { ClaimController } from './shared/claim-controller.ts';
export type { Localization } from './shared/localization.ts';
export type { LocaleMessages, Messages, Translation } from './shared/messages.ts';
export type { GetMemberToken, WidgetAction, WidgetState } from './client/types.ts';
export type { IdentityMode } from '../contract/action.ts';

/** The styles of a card that claims: rows, field, button and result. Put an element's own styles after them. */
export const cardStyles: CSSResultGroup = [baseStyles, aboutStyles, memberFieldStyles];
