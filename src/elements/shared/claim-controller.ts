import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ActionView } from '../../contract/action.ts';
import { type PlainAction, readPlainAction } from '../../contract/read-plain-action.ts';
import type { Claiming } from './claiming/claiming.ts';
import type { FieldEntry } from './claiming/field-entry.ts';
import type { TokenHost } from './claiming/member-token.ts';
import { type Answer, ask } from './http.ts';
import { loadPart } from './load-part.ts';
import type { Localization } from './localization.ts';
import { SHARED } from './member-store.ts';
import { ofDocument } from './own-document.ts';

/** What a widget shows; each is a custom state of its element. */
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

/** An action as a widget sees it, with its fields where the widget has any. */
export type WidgetAction = PlainAction & Partial<Omit<ActionView, keyof PlainAction>>;

/** The widget that a controller works for. */
export interface ClaimHost extends ReactiveControllerHost, HTMLElement, TokenHost {
  readonly endpoint: string;
  readonly action: string;
  readonly memberId: string;
  /** Whether the visitor has to name the member. */
  readonly asksMember: boolean;
  readonly renderRoot: ShadowRoot;
  claim(): Promise<void>;
  readonly localization: Localization;
  /** Whether the claim is a sign-up, and is spoken of as one. */
  readonly signsUp?: boolean;
  /** Whether the member's streak is on show anyhow. */
  readonly showsStreak?: boolean | undefined;
  /** Reads an action with its fields, where the widget has any. */
  readonly readAction?: (value: unknown) => ActionView | undefined;
  /** Loads what reads the fields that are filled in along with the member, where the widget has any. */
  loadEntry?(): Promise<FieldEntry | undefined>;
  /** Whether it claims by itself, without a press, whenever the member is known and may. */
  readonly auto?: boolean;
}

/** What may make a widget stale. Pages that come back from the browser's cache become visible, too. */
const WAKING = ['online', 'visibilitychange', 'storage', SHARED];

export const isClaimable = ({ state, member }: PlainAction) => state === 'open' && member?.canClaim !== false;

/**
 * Speaks with the proxy for one widget and holds where that stands. Every load and claim is a new run that aborts the
 * one before; what an aborted run still brings is dropped. Removal from the page ends a run, a move within it does not.
 * A page that was left open is refreshed, without a word, when the visitor or the connection comes back.
 *
 * Decision: what it takes to claim, and all that is said of an outcome, is loaded on demand: when the visitor turns to
 * the widget, and at the latest before anything is sent. So a page that shows a button loads little more than a button,
 * and a connection lost after a press cannot leave its outcome without words.
 */
export class ClaimController implements ReactiveController {
  readonly host: ClaimHost;
  state: WidgetState = 'loading';
  /** The action, if the last load brought it. */
  view: WidgetAction | undefined;
  claiming: Claiming | undefined;
  /** The member that this is about, as far as one is known. */
  memberId = '';
  /** When the action was last asked for, in epoch milliseconds. */
  lookedAt = 0;
  /** What is under way; it is aborted when something else begins. */
  run: AbortController = new AbortController();

  constructor(host: ClaimHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of WAKING) addEventListener(type, this);
    if (this.run.signal.aborted) void this.load();
  }

  hostDisconnected(): void {
    for (const type of WAKING) removeEventListener(type, this);
    queueMicrotask(() => {
      if (!this.host.isConnected) this.run.abort();
    });
  }

  /** Hears of the member's id from other widgets, and of what may have made this one stale. */
  handleEvent(event: Event): void {
    // What other tabs say comes while this one is hidden.
    if (!ofDocument('hidden') || event.type === 'storage') void this.prepare(event);
  }

  show(state: WidgetState): void {
    this.state = state;
    this.host.requestUpdate();
  }

  /** Ends what is under way and shows the state. */
  begin(state: WidgetState): AbortSignal {
    this.run.abort();
    this.run = new AbortController();
    this.show(state);
    return this.run.signal;
  }

  /** Loads the action, and where the member stands if one is known. */
  async load(): Promise<void> {
    const signal = this.begin('loading');
    this.claiming?.forget();
    const answer = await this.look(signal);
    if (signal.aborted) return;
    const view = (this.view = this.read(answer));
    if (view && isClaimable(view)) {
      // Who is asked for no id may be known otherwise.
      if (view.identity !== 'typed' || (view.member && this.host.auto !== undefined)) void this.prepare();
      return this.show('ready');
    }
    const claiming = await this.#need(signal);
    if (view) claiming?.settle(view, signal);
    else claiming?.fail(answer, signal);
  }

  /** Claims for the member that the site knows, or the visitor named. */
  async claim(): Promise<void> {
    const signal = this.begin('submitting');
    await (await this.#need(signal))?.begin(signal);
  }

  /** Loads what it takes to claim, because of an event that may have made the widget stale. */
  readonly prepare = async (event?: Event): Promise<Claiming | undefined> => {
    try {
      const { claimingOf } = await loadPart(() => import('./claiming/claiming.ts'));
      return await claimingOf(this, event);
    } catch {
      return undefined;
    }
  };

  /** Asks for the action, and where the member stands. */
  look(signal: AbortSignal): Promise<Answer> {
    this.lookedAt = Date.now();
    const query = this.memberId && `?memberId=${encodeURIComponent(this.memberId)}`;
    return this.ask(this.actionPath + query, { signal });
  }

  read({ response, body }: Answer): WidgetAction | undefined {
    return response?.ok ? (this.host.readAction ?? readPlainAction)(body) : undefined;
  }

  /** Asks the proxy, at a path below its mount. A sign-in puts in its place what shows the member's token along with it. */
  ask(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
    return ask(this.host.endpoint.replace(/\/$/, '') + path, init);
  }

  get actionPath(): string {
    return `/actions/${encodeURIComponent(this.host.action)}`;
  }

  async #need(signal: AbortSignal): Promise<Claiming | undefined> {
    const claiming = await this.prepare();
    if (signal.aborted) return undefined;
    if (!claiming) this.show(navigator.onLine ? 'failed' : 'offline');
    return claiming;
  }
}
