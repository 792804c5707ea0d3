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
  /** Whether the claim is a sign-up, so that its texts are those of a sign-up. */
  readonly signsUp?: boolean;
  /** Whether the widget already shows the member's streak beside its texts. */
  readonly showsStreak?: boolean | undefined;
  /** The content of the button after its text. */
  plus?: unknown;
  /** Whether the button is the page's own, and is not replaced. */
  readonly keepsButton?: boolean;
  /** The level of the title among the page's headings. */
  readonly headingLevel?: number | null;
  /** Whether the field is hidden, because the member is known. */
  readonly hidesField: boolean;
  /** Whether the member is already known, so that the widget need not ask. */
  knowsMember: boolean;
  claim(): Promise<void>;
  /** Loads the code that reads the fields besides the member's, if the widget has any. */
  loadEntry?(): Promise<FieldEntry | undefined>;
}

/** What is needed only after the visitor has used the field, loaded on demand: see `claiming/member-entry.ts`. */
export interface MemberAdvice {
  /** The error or hint for the text, or an empty text; and what an id looks like. */
  memberError(localization: Localization): { error: boolean; text: string; hint?: string };
  /** The steps to find one's member id. */
  help(localization: Localization): TemplateResult | undefined;
}

/** The data of a widget, for the parts that draw it. */
export interface Shown {
  readonly claiming?: ClaimParts | undefined;
  readonly site: ClaimHost;
  readonly state: WidgetState;
  readonly view: WidgetAction | undefined;
}

/** The outcome and where it is shown: see `claiming/outcome-view.ts`. */
export interface OutcomeView {
  /** Whether the answer replaces the button, or the button stays and the foot shows the problem. */
  face: 'answer' | 'hitch' | '';
  /** The content of the live region. */
  notice?: TemplateResult | undefined;
  /** The button's text, if it tries again. */
  retry?: string | undefined;
  /** Whether the visitor has to wait before the next press. */
  waits?: boolean;
  followUp: TemplateResult;
  /** The same in few words, for a widget that shows only a button. */
  short?: TemplateResult | undefined;
  /** The text of the live region next to that button, unless the card says it. */
  said?: string;
  /** The content of the popover. */
  details?: TemplateResult | undefined;
}

/** What a widget draws after somebody has used it, loaded on demand: see `claiming/claiming.ts`. */
export interface ClaimParts extends MemberAdvice, Steps, Pick<ClaimHooks, 'problem'> {
  readonly steps: ClaimSteps;
  /** Whether the visitor may try now. */
  readonly mayClaim: boolean;
  /** Claims, unless the input is not valid. */
  begin(signal: AbortSignal): Promise<void>;
  /** The text below the form while the form is shown. */
  message(localization: Localization): string | undefined;
  /** The outcome; undefined if there is none. */
  render(localization: Localization): OutcomeView | undefined;
}

/** The claim of a widget. */
export type WidgetFlow = ClaimFlow<ClaimParts> & Shown & { claiming: ClaimParts | undefined };
