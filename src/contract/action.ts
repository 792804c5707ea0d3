import type { SignInView } from './sign-in.ts';

/** How often an action can be claimed. `rolling` counts from the member's last claim. */
export const REPEATS = ['once', 'daily', 'weekly', 'monthly', 'rolling'] as const;
export type Repeats = (typeof REPEATS)[number];

export const ACTION_STATES = ['open', 'upcoming', 'closed', 'full'] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/** How the proxy may learn who the member is. */
export const IDENTITY_MODES = ['typed', 'signed', 'session', 'platform'] as const;
export type IdentityMode = (typeof IDENTITY_MODES)[number];

/** A grant as announced: what a claim made now would give. `points` is null if it depends on the member's streak and the member is not known. `roleColor` is a CSS colour. */
export type GrantView =
  | { type: 'points'; points: number | null }
  | { type: 'role'; roleId: string; roleName: string; roleColor?: string | undefined };

/** What a field that the action asks for is filled in with. */
export const FIELD_TYPES = ['text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'] as const;

/**
 * A field that the action asks for along with the member. `autocomplete` (HTML's name for what browsers may fill in),
 * `inputMode` and `enterKeyHint` (what a phone's keyboard is like) are what HTML has by these names.
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

/** The claim in a row, as a number from 1, that gives more than the one before it, and how many points that are. */
export interface StreakStep {
  streak: number;
  points: number;
}

/**
 * Whether and when the member can claim. `pendingClaimId` names a claim whose outcome is not known yet; `nextStep` is the next
 * one that is ahead of the streak, where the points depend on that.
 */
export interface MemberStanding {
  memberId: string;
  canClaim: boolean;
  nextClaimAt: string | null;
  pendingClaimId: string | null;
  streak: number | null;
  nextStep?: StreakStep | undefined;
}

/** What a widget needs to draw itself: the reply to `GET {mount}/actions/{action}`. Instants are ISO 8601 in UTC. */
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
  /** What a typed id looks like, where the site has its own kind; null if it shows no example. */
  memberIdExample?: string | null | undefined;
  /** What the community calls a typed id, such as "Your Harbour id", where it has a name of its own for it. */
  memberIdLabel?: string | undefined;
  signIn?: SignInView | undefined;
  challenge: Record<string, unknown> | null;
  /** What it asks for on chain, an `OnchainView`: for `readOnchainView` to read, so that pages without it load nothing for it. */
  onchain?: unknown;
  /** What says since when the page has been open, where the action asks for that: a text, for `proof.ticket` of one claim. */
  ticket?: unknown;
  fields: FieldView[];
  member: MemberStanding | null;
}
