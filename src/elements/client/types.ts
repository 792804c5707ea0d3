import type { ActionView, IdentityMode } from '../../contract/action.ts';
import type { Claim } from '../../contract/claim.ts';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import type { FieldError, Problem } from '../../contract/problem.ts';
import type { PlainAction } from '../../contract/read-plain-action.ts';

/** Where a claim stands. A widget shows each, as a custom state of its element. */
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

/** What is filled in along with the member's id, as the proxy takes it. */
export type FieldValues = Record<string, string | boolean>;

/** What a claim says, besides its proof. */
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
 * What stands in the way: the proxy's problem, or what the browser saw. `offline`: there is no connection. `no-reply`:
 * the request failed, or 20 s went by. `bad-reply`: what came is nothing that the proxy sends. `no-proxy`: what is at its
 * address says that there is nothing. `not-drawn`: the page keeps the widget from being drawn; the console says how.
 */
export type Failure = Omit<Partial<Problem>, 'code'> & {
  code: ProblemCode | 'offline' | 'no-reply' | 'bad-reply' | 'no-proxy' | 'not-drawn';
};

/** What a state alone does not say. */
export interface ClaimOutcome {
  /** What was granted. */
  claim?: Claim;
  failure?: Failure;
  /** What the visitor can quote to the site's owner. */
  reference: string;
  /** Epoch milliseconds of what the state waits for (the next claim, the opening, the end of throttling), or 0. */
  until: number;
}

/** Gets a token that the site's server signed for its signed-in member, or null where nobody is signed in. */
export type GetMemberToken = () => string | null | Promise<string | null>;

/** What the page says of a claim. It is read at every request, so it may change. */
export interface ClaimSite {
  /** Where the proxy is mounted: a path, or a whole address. */
  readonly endpoint: string;
  /** The action's name in the proxy's config. */
  readonly action: string;
  /** The member's id where the site knows it, or an empty text. */
  readonly memberId: string;
  /** How the action learns who the member is, until the proxy has said so. */
  readonly identity: IdentityMode;
  /** A token of the site's server for its signed-in member, in place of `getMemberToken`. */
  readonly memberToken?: string | null | undefined;
  readonly getMemberToken?: GetMemberToken | undefined;
  /** The language in which the proxy's texts are wanted, as a tag. */
  readonly language: string;
  /** Whether the claim is made without a press, whenever the member is known and may. */
  readonly auto?: boolean;
  /** Reads an action with its fields, where there are any. */
  readonly readAction?: (value: unknown) => ActionView | undefined;
}

/** What came back; without a `response` nothing did that could be read. */
export interface ApiReply {
  response?: Response;
  body?: unknown;
}

/** What is asked of the proxy. */
export type Request = RequestInit & { signal: AbortSignal };

/** Asks the proxy. */
export interface ApiClient {
  /** Whether its requests carry what those of other widgets do not, so that each has to be made by itself. */
  readonly alone?: true;
  /** Asks at a path below its mount. Never rejects. */
  send(path: string, init: Request): Promise<ApiReply>;
  /** Asks for the action as it is for the member, where that takes more than `plain`, which names a member's id at most. */
  fetchAction?(plain: () => Promise<ApiReply>, signal: AbortSignal): Promise<ApiReply>;
  /** The headers of a claim, and of the challenge before it. */
  claimHeaders?(): Promise<Record<string, string>>;
}

/** How the proxy learns who the member is: what requests carry, and what a sign-in takes. */
export interface Credentials extends ApiClient {
  /** Takes up what is known of the member already; `refresh` asks for the action again. */
  resume?(refresh: () => void): void;
  /** Has the visitor sign in. Gives the action as it is for them then, or a failure, or nothing where they did not want to. */
  signIn?(signal: AbortSignal): Promise<WidgetAction | Failure | undefined>;
  signOut?(): Promise<void>;
  /** Begins and ends to listen to the page. A sign-in that the visitor comes back from is taken up at the first beginning. */
  connect?(): void;
  disconnect?(): void;
}

/** What the steps of a claim need from the code that shows them. */
export interface ClaimHooks {
  /** Asked before anything is sent: `false` keeps it back. */
  wants(request: ClaimRequest): boolean;
  granted(claim: Claim): void;
  pending(claim: Claim): void;
  problem(failure: Failure): void;
  /** Shows what the proxy found wrong with what was entered; tells whether that was about anything that can be fixed here. */
  setErrors(errors: readonly FieldError[]): boolean;
  /** Where in the page a service that tells robots from people shows its puzzle, for as long as that takes. */
  placeChallenge(): Promise<HTMLElement>;
  /** The language to show that in. */
  readonly language: string;
  /** Told before the page is left for a sign-in, and waited for. */
  leaving(): Promise<void>;
}

/** What a flow needs of the steps of a claim, which are loaded on demand. */
export interface Steps {
  /** Shows why nothing can be claimed, or why the action did not come, after a load. */
  loaded(answer: ApiReply, signal: AbortSignal): void;
}
