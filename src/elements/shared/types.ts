import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { ClaimFlow } from '../client/claim-flow.ts';
import type { ClaimSteps } from '../client/claim-steps.ts';
import type { ClaimHooks, ClaimSite, Steps, WidgetAction, WidgetState } from '../client/types.ts';
import type { FieldEntry } from './claiming/field-entry.ts';
import type { StyledElement } from './claiming/styled-element.ts';
import type { Localization } from './localization.ts';

/** The widget that a controller works for. */
export interface ClaimHost extends ReactiveControllerHost, HTMLElement, ClaimSite, StyledElement {
  readonly constructor: HTMLElement['constructor'] & StyledElement['constructor'];
  readonly localization: Localization;
  /** Whether the claim is a sign-up, and is spoken of as one. */
  readonly signsUp?: boolean;
  /** Whether the member's streak is on show anyhow. */
  readonly showsStreak?: boolean | undefined;
  /** What the button says behind its text. */
  plus?: unknown;
  /** Whether the button is the page's own, and stays. */
  readonly keepsButton?: boolean;
  /** The level of the title among the page's headings. */
  readonly headingLevel?: number | null;
  /** Whether the field is out of sight, because the member is known. */
  readonly hidesField: boolean;
  /** Whether the member is named by now, so that the widget need not ask. */
  knowsMember: boolean;
  claim(): Promise<void>;
  /** Loads what reads the fields that are filled in along with the member, where the widget has any. */
  loadEntry?(): Promise<FieldEntry | undefined>;
}

/** What only who turned to the field needs, loaded on demand: see `claiming/member-entry.ts`. */
export interface MemberAdvice {
  /** What is wrong with the text, or makes one wonder; an empty text where nothing does. And what an id looks like. */
  memberError(localization: Localization): { error: boolean; text: string; hint?: string };
  /** The steps to one's own member id. */
  help(localization: Localization): TemplateResult | undefined;
}

/** What a widget shows, as the parts that draw it need it. */
export interface Shown {
  readonly claiming?: ClaimParts | undefined;
  readonly site: ClaimHost;
  readonly state: WidgetState;
  readonly view: WidgetAction | undefined;
}

/** What there is to say, and where: see `claiming/outcome-view.ts`. */
export interface OutcomeView {
  /** Whether the answer has taken the button's place, or the button stays and the foot says what is in the way. */
  face: 'answer' | 'hitch' | '';
  /** What the live region says. */
  notice?: TemplateResult | undefined;
  /** The button's text, where it tries again. */
  retry?: string | undefined;
  /** Whether the visitor has to wait before they press again. */
  waits?: boolean;
  followUp: TemplateResult;
  /** The same in few words, for a widget that shows no more than a button. */
  short?: TemplateResult | undefined;
  /** What the live region beside that says, unless the card says it. */
  said?: string;
  /** What opens above the page. */
  details?: TemplateResult | undefined;
}

/** What a widget draws once somebody has turned to it, loaded on demand: see `claiming/claiming.ts`. */
export interface ClaimParts extends MemberAdvice, Steps, Pick<ClaimHooks, 'problem'> {
  readonly steps: ClaimSteps;
  /** Whether the visitor may try now. */
  readonly mayClaim: boolean;
  /** Claims, unless what was entered is not right. */
  begin(signal: AbortSignal): Promise<void>;
  /** What to say below the form while that is shown. */
  message(localization: Localization): string | undefined;
  /** What to say, or undefined where there is nothing. */
  render(localization: Localization): OutcomeView | undefined;
}

/** The claim of a widget. */
export type WidgetFlow = ClaimFlow<ClaimParts> & Shown & { claiming: ClaimParts | undefined };
