import { readAction } from '../../contract/read-action.ts';
import type { Claim } from '../../contract/claim.ts';
import type { FieldError } from '../../contract/problem.ts';
import { ClaimFlow } from './claim-flow.ts';
import { ClaimSteps } from './claim-steps.ts';
import { createElement } from './create-element.ts';
import { ofDocument } from './own-document.ts';
import type {
  ClaimContent,
  ClaimHooks,
  ClaimOutcome,
  ClaimRequest,
  ClaimSite,
  Failure,
  WidgetAction,
  WidgetState,
} from './types.ts';

/** The options of a claim, and the page's callbacks. */
export interface ClaimOptions extends Partial<Omit<ClaimSite, 'action' | 'readAction'>> {
  /** The action's name in the proxy's config. */
  action: string;
  /** The place for the puzzle of a service that tells robots from people; default: the end of the page. */
  challengeBox?: Element;
  /** The language of the puzzle and of the proxy's texts, as a tag; default: the page's. */
  language?: string;
  /** Called before anything is sent: return `false` to cancel. */
  onClaim?(request: ClaimRequest): boolean;
  onGranted?(claim: Claim): void;
  onPending?(claim: Claim): void;
  onProblem?(failure: Failure): void;
  /** Called before the page is left for a sign-in, and awaited. */
  onLeave?(): Promise<void>;
}

/** The state of a claim, at one moment. */
export interface ClaimSnapshot extends Readonly<ClaimOutcome> {
  readonly state: WidgetState;
  /** The action, as soon as it is loaded. */
  readonly view: WidgetAction | undefined;
  /** Whether `claim()` would send something now. */
  readonly mayClaim: boolean;
  /** Whether the visitor has to enter the member id: pass it to `claim()`. */
  readonly asksMember: boolean;
  /** Whether the visitor is being asked to show that they are no robot. */
  readonly checking: boolean;
}

/**
 * A claim without markup, for your own button: load, sign-in, challenge, idempotency, polling and waiting. `subscribe` and `getSnapshot` fit React's
 * `useSyncExternalStore`. Nothing is requested before `load()`. `close()` ends everything in progress, and `load()` begins again.
 */
export class RewardsClaim {
  readonly #flow: Flow;
  #snapshot: ClaimSnapshot;
  readonly #listeners = new Set<() => void>();

  constructor(options: ClaimOptions) {
    this.#flow = new Flow(options, () => this.#tell());
    this.#snapshot = this.#flow.snapshot();
  }

  /** Calls the listener after every change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The state of the claim: the same object until something changes. */
  readonly getSnapshot = (): ClaimSnapshot => this.#snapshot;

  /** Requests the action and the member's standing. Never rejects. */
  readonly load = (): Promise<void> => this.#flow.start();

  /**
   * Claims, and resolves when the proxy has answered, nothing was sent, or the visitor was sent to sign in. Never rejects: see the snapshot. Does
   * nothing while claiming is not possible (`mayClaim`). Call it in the handler of a press, because a sign-in may open a window. After a failure that
   * leaves the outcome open, the same content is the same claim again and never counts twice.
   */
  readonly claim = (content: ClaimContent = {}): Promise<void> => this.#flow.claim(content);

  /** Lets the visitor sign in without a claim, if the action needs a sign-in. Does nothing while something is in progress. */
  readonly signIn = async (): Promise<void> => {
    const { view } = this.#flow;
    if (view?.signIn && !view.member && !this.#isBusy) await this.#flow.steps.signIn();
  };

  readonly signOut = (): Promise<void> => this.#flow.steps.signOut();

  /** Requests the action again in the background, for a page that was left open. Does nothing while something is in progress. */
  readonly refresh = async (): Promise<void> => {
    if (!this.#isBusy) await this.#flow.steps.refresh(this.#flow.takeMember());
  };

  /** Ends everything in progress. */
  readonly close = (): void => this.#flow.close();

  get #isBusy(): boolean {
    return /loading|submitting|pending/.test(this.#snapshot.state);
  }

  #tell(): void {
    this.#snapshot = this.#flow.snapshot();
    for (const listener of this.#listeners) listener();
  }
}

/** The flow of such a claim, which has its steps from the start. */
class Flow extends ClaimFlow implements ClaimHooks {
  readonly steps: ClaimSteps;
  readonly #options: ClaimOptions;
  readonly #tell: () => void;
  /** The action of the last attempted claim. After an attempt it is not claimed again without a press while it has the same view. */
  #tried: WidgetAction | undefined;
  /** The last automatic claim. */
  #byItself: Promise<void> | undefined;
  /** The member id that the page passed last. */
  #named = '';

  constructor(options: ClaimOptions, tell: () => void) {
    super(siteOf(options));
    this.#options = options;
    this.#tell = tell;
    this.steps = new ClaimSteps(this, this);
  }

  async prepare(): Promise<ClaimSteps> {
    return this.steps;
  }

  changed(): void {
    this.steps.changed();
    this.#tell();
    const { memberId, site, state, view } = this;
    if (!site.auto || state !== 'ready' || !view?.member?.canClaim || view === this.#tried) return;
    this.#byItself = this.claim({ memberId });
  }

  async start(): Promise<void> {
    this.steps.connect();
    await this.load();
    await this.#byItself;
  }

  override load(): Promise<void> {
    this.takeMember();
    return super.load();
  }

  /** Takes the member id that the page passes now, and forgets one that it no longer passes. Returns whether the member changed. */
  takeMember(): boolean {
    const before = this.memberId;
    const { memberId } = this.site;
    if (memberId || before === this.#named) this.memberId = memberId;
    this.#named = memberId;
    return this.memberId !== before;
  }

  async claim({ memberId, fields }: ClaimContent): Promise<void> {
    if (!this.steps.mayClaim) return;
    if (!this.view) return this.load();
    this.#tried = this.view;
    const signal = this.begin('submitting');
    const id = this.asksMember ? memberId : (this.#named = this.site.memberId);
    if (this.asksMember && !id) this.steps.reject();
    else await this.steps.press({ memberId: id, fields }, signal);
  }

  close(): void {
    this.run.abort();
    this.steps.disconnect();
  }

  snapshot(): ClaimSnapshot {
    const { asksMember, state, view } = this;
    const { mayClaim, outcome, sender } = this.steps;
    return { ...outcome, state, view, asksMember, mayClaim, checking: sender.checking };
  }

  wants(request: ClaimRequest): boolean {
    return this.#options.onClaim?.(request) ?? true;
  }

  granted(claim: Claim): void {
    this.#options.onGranted?.(claim);
  }

  pending(claim: Claim): void {
    this.#options.onPending?.(claim);
  }

  problem(failure: Failure): void {
    this.#options.onProblem?.(failure);
  }

  setErrors(errors: readonly FieldError[]): boolean {
    return errors.some(({ field }) => !field.startsWith('proof'));
  }

  async placeChallenge(): Promise<HTMLElement> {
    const box = createElement('div');
    (this.#options.challengeBox ?? ofDocument('body'))?.append(box);
    return box;
  }

  get language(): string {
    return this.site.language;
  }

  async leaving(): Promise<void> {
    await this.#options.onLeave?.();
  }
}

/** The options in the form of a `ClaimSite`. They are read anew each time. */
function siteOf(options: ClaimOptions): ClaimSite {
  const defaults = {
    get endpoint() {
      return options.endpoint ?? '/rewards';
    },
    get memberId() {
      return options.memberId ?? '';
    },
    get identity() {
      return options.identity ?? 'typed';
    },
    get language() {
      return options.language ?? ofDocument('documentElement')?.lang ?? '';
    },
    readAction,
  };
  const site: ClaimSite = Object.setPrototypeOf(defaults, options);
  return site;
}
