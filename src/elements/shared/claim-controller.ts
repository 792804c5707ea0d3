import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ActionView } from '../../contract/action.ts';
import { readAction } from '../../contract/read-action.ts';
import type { Claiming } from './claiming/claiming.ts';
import { type Answer, ask } from './http.ts';

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

/** The widget that a controller works for. */
export interface ClaimHost extends ReactiveControllerHost, HTMLElement {
  readonly endpoint: string;
  readonly action: string;
  readonly memberId: string;
  /** Whether the visitor has to name the member. */
  readonly asksMember: boolean;
  readonly renderRoot: ShadowRoot;
  claim(): Promise<void>;
}

/**
 * Speaks with the proxy for one widget and holds where that stands. Every load and claim is a new run that aborts the
 * one before; what an aborted run still brings is dropped. Removal from the page ends a run, a move within it does not.
 *
 * Decision: what it takes to claim, and all that is said of an outcome, is loaded on demand: when the visitor turns to
 * the widget, and at the latest before anything is sent. So a page that shows a button loads little more than a button,
 * and a connection lost after a press cannot leave its outcome without words.
 */
export class ClaimController implements ReactiveController {
  readonly host: ClaimHost;
  state: WidgetState = 'loading';
  /** The action, if the last load brought it. */
  view: ActionView | undefined;
  claiming: Claiming | undefined;
  /** The member that this is about, as far as one is known. */
  memberId = '';
  #run = new AbortController();

  constructor(host: ClaimHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#run.signal.aborted) void this.load();
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.host.isConnected) this.#run.abort();
    });
  }

  show(state: WidgetState): void {
    this.state = state;
    this.host.requestUpdate();
  }

  /** Ends what is under way and shows the state. */
  begin(state: WidgetState): AbortSignal {
    this.#run.abort();
    this.#run = new AbortController();
    this.show(state);
    return this.#run.signal;
  }

  /** Loads the action, and where the member stands if one is known. */
  async load(): Promise<void> {
    const signal = this.begin('loading');
    this.claiming?.forget();
    const query = this.memberId && `?memberId=${encodeURIComponent(this.memberId)}`;
    const answer = await this.ask(this.actionPath + query, { signal });
    if (signal.aborted) return;
    const view = (this.view = answer.ok ? readAction(answer.body) : undefined);
    if (view?.state === 'open' && view.member?.canClaim !== false) return this.show('ready');
    const claiming = await this.#need(signal);
    if (view) claiming?.settle(view, signal);
    else claiming?.fail(answer, signal);
  }

  /** Claims for the member that the site knows, or the visitor named. */
  async claim(): Promise<void> {
    const signal = this.begin('submitting');
    await (await this.#need(signal))?.begin(signal);
  }

  /** Loads what it takes to claim. */
  readonly prepare = async (): Promise<Claiming | undefined> => {
    try {
      const { Claiming } = await import('./claiming/claiming.ts');
      if (!this.claiming) {
        this.claiming = new Claiming(this);
        this.host.requestUpdate();
      }
      return this.claiming;
    } catch {
      return undefined;
    }
  };

  /** Asks the proxy, at a path below its mount. */
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
