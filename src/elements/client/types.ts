import type { ActionView, IdentityMode } from '../../contract/action.ts';
import type { Claim } from '../../contract/claim.ts';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import type { FieldError, Problem } from '../../contract/problem.ts';
import type { PlainAction } from '../../contract/read-plain-action.ts';

/** The state of a claim. A widget shows each as a custom state of its element. */
export type WidgetState =
  | 'loading'
  | 'ready'
  | 'invalid'
  | 'submitting'
  | 'granted'
  | 'pending'
  | 'claimed'
  | 'upcoming'
  | 'closed'
  | 'full'
  | 'refused'
  | 'throttled'
  | 'offline'
  | 'failed';

/** An action as the proxy describes it, with its fields where they are read. */
export type WidgetAction = PlainAction & Partial<Omit<ActionView, keyof PlainAction>>;

/** The values of fields besides the member's id, in the form for the proxy. */
export type FieldValues = Record<string, string | boolean>;

/** The content of a claim, besides its proof. */
export interface ClaimContent {
  memberId?: string | undefined;
  fields?: FieldValues | undefined;
}

/** What the visitor is about to claim. `memberId` is null where the proxy knows who they are. */
export interface ClaimRequest {
  action: string;
  memberId: string | null;
}

/**
 * Why something failed: the proxy's problem, or what the browser saw. `offline`: there is no connection. `no-reply`: the request failed, or took
 * 20 s. `bad-reply`: the answer is not one of the proxy's. `no-proxy`: the site at its address answers 404. `not-drawn`: the page prevents the widget from
 * being drawn; the console says how.
 */
export type Failure = Omit<Partial<Problem>, 'code'> & {
  code: ProblemCode | 'offline' | 'no-reply' | 'bad-reply' | 'no-proxy' | 'not-drawn';
};

/** What the state alone does not tell. */
export interface ClaimOutcome {
  /** The claim that was granted. */
  claim?: Claim;
  failure?: Failure;
  /** A reference for the visitor to quote to the site's owner. */
  reference: string;
  /** The end of what the state waits for (the next claim, the opening, the end of throttling) in epoch milliseconds, or 0. */
  until: number;
}

/** Returns a token that the site's server signed for its signed-in member, or null if nobody is signed in. */
export type GetMemberToken = () => string | null | Promise<string | null>;

/** The page's settings of a claim. They are read at every request, so they may change. */
export interface ClaimSite {
  /** Where the proxy is mounted: a path, or a whole address. */
  readonly endpoint: string;
  /** The action's name in the proxy's config. */
  readonly action: string;
  /** The member's id if the site knows it, or an empty text. */
  readonly memberId: string;
  /** The identity mode of the action, until the proxy has said so. */
  readonly identity: IdentityMode;
  /** A token of the site's server for its signed-in member, instead of `getMemberToken`. */
  readonly memberToken?: string | null | undefined;
  readonly getMemberToken?: GetMemberToken | undefined;
  /** The language for the proxy's texts, as a tag. */
  readonly language: string;
  /** Whether to claim without a press, whenever the member is known and can claim. */
  readonly auto?: boolean;
  /** Reads an action including its fields, if it has any. */
  readonly readAction?: (value: unknown) => ActionView | undefined;
}

/** The answer; without a `response` if none was received that could be read. */
export interface ApiReply {
  response?: Response;
  body?: unknown;
}

/** A request to the proxy. */
export type Request = RequestInit & { signal: AbortSignal };

/** Sends requests to the proxy. */
export interface ApiClient {
  /** Whether its requests differ from those of other widgets, so that each has to be made separately. */
  readonly alone?: true;
  /** Requests a path below the mount. Never rejects. */
  send(path: string, init: Request): Promise<ApiReply>;
  /** Requests the action for the member, if that needs more than `plain`, which contains at most a member id. */
  fetchAction?(plain: () => Promise<ApiReply>, signal: AbortSignal): Promise<ApiReply>;
  /** The headers of a claim, and of the challenge before it. */
  claimHeaders?(): Promise<Record<string, string>>;
}

/** How the proxy learns who the member is: what requests contain, and how to sign in. */
export interface Credentials extends ApiClient {
  /** Uses what is already known of the member; `refresh` requests the action again. */
  resume?(refresh: () => void): void;
  /** Lets the visitor sign in. Resolves with the action for them, or a failure, or nothing if they did not want to. */
  signIn?(signal: AbortSignal): Promise<WidgetAction | Failure | undefined>;
  signOut?(): Promise<void>;
  /** Begins and ends listening to the page. The first time, it takes up a sign-in that the visitor returns from. */
  connect?(): void;
  disconnect?(): void;
}

/** What the steps of a claim need from the code that shows them. */
export interface ClaimHooks {
  /** Called before anything is sent: `false` cancels the claim. */
  wants(request: ClaimRequest): boolean;
  granted(claim: Claim): void;
  pending(claim: Claim): void;
  problem(failure: Failure): void;
  /** Shows what the proxy found wrong with what was entered; tells whether that was about anything that can be fixed here. */
  setErrors(errors: readonly FieldError[]): boolean;
  /** The place in the page for the puzzle of a service that tells robots from people, as long as it is needed. */
  placeChallenge(): Promise<HTMLElement>;
  /** The language for that. */
  readonly language: string;
  /** Called before the page is left for a sign-in, and awaited. */
  leaving(): Promise<void>;
}

/** What a flow needs of the steps of a claim, which are loaded on demand. */
export interface Steps {
  /** After a load, shows why nothing can be claimed, or why the action could not be loaded. */
  loaded(answer: ApiReply, signal: AbortSignal): void;
}
