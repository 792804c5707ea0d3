import type { SignInView } from './sign-in.ts';

/** How often an action can be claimed. `rolling` counts from the member's last claim. */
export const REPEATS = ['once', 'daily', 'weekly', 'monthly', 'rolling'] as const;
export type Repeats = (typeof REPEATS)[number];

export const ACTION_STATES = ['open', 'upcoming', 'closed', 'full'] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/** The ways in which the proxy may learn who the member is. */
export const IDENTITY_MODES = ['typed', 'signed', 'session', 'platform'] as const;
export type IdentityMode = (typeof IDENTITY_MODES)[number];

/**
 * A grant in an action's view: what a claim now would give. `points` is null if it depends on the member's streak and the member is not known.
 * `roleColor` is a CSS colour.
 */
export type GrantView =
  | { type: 'points'; points: number | null }
  | { type: 'role'; roleId: string; roleName: string; roleColor?: string | undefined };

/** The types of fields in an action's form. */
export const FIELD_TYPES = ['text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'] as const;

/**
 * A field of an action's form, besides the member id. `autocomplete` (what browsers may fill in), `inputMode` and `enterKeyHint` (the keyboard of a
 * phone) are HTML's attributes of these names.
 */
export interface FieldView {
  name: string;
  label: string;
  type: (typeof FIELD_TYPES)[number];
  required: boolean;
  maxLength: number | null;
  options: { value: string; label: string }[];
  autocomplete?: string | undefined;
  inputMode?: string | undefined;
  enterKeyHint?: string | undefined;
}

/** The next claim in a row that gives more than the one before it: its number in the streak, from 1, and its points. */
export interface StreakStep {
  streak: number;
  points: number;
}

/**
 * Whether and when the member can claim. `pendingClaimId` names a claim whose outcome is not known yet. `nextStep` is the next step ahead in the
 * streak, if the points depend on the streak.
 */
export interface MemberStanding {
  memberId: string;
  canClaim: boolean;
  nextClaimAt: string | null;
  pendingClaimId: string | null;
  streak: number | null;
  nextStep?: StreakStep | undefined;
}

/** The reply to `GET {mount}/actions/{action}`: all that a widget needs to draw itself. Instants are ISO 8601 in UTC. */
export interface ActionView {
  action: string;
  title: string;
  description: string | null;
  grants: GrantView[];
  repeats: Repeats;
  timeZone: string;
  opens: string | null;
  closes: string | null;
  state: ActionState;
  seatsLeft: number | null;
  identity: IdentityMode;
  /** An example of a typed id, if the site has its own kind of ids; null if it shows no example. */
  memberIdExample?: string | null | undefined;
  /** The community's name for a typed id, such as "Your Harbour id", if it has one. */
  memberIdLabel?: string | undefined;
  signIn?: SignInView | undefined;
  challenge: Record<string, unknown> | null;
  /** What the action requires on chain, an `OnchainView`. `readOnchainView` reads it, so that pages without it load no code for it. */
  onchain?: unknown;
  /** A text that says since when the page has been open, if the action needs that: for `proof.ticket` of one claim. */
  ticket?: unknown;
  fields: FieldView[];
  member: MemberStanding | null;
}
