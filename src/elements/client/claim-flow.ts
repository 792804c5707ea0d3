import { type PlainAction, readPlainAction } from '../../contract/read-plain-action.ts';
import { createApiClient } from './api-client.ts';
import { askOnce } from './ask-once.ts';
import { ofDocument } from './own-document.ts';
import type { ApiClient, ApiReply, ClaimSite, Steps, WidgetAction, WidgetState } from './types.ts';

export const isClaimable = ({ state, member }: PlainAction): boolean => state === 'open' && member?.canClaim !== false;

/** How the widgets of a page request what they show. If `batch.ts` is loaded, in one request for all of them. */
export const together = { ask: askOnce };

/**
 * The state of one claim: loads the action, and holds the state. Each load and each claim is a new run that aborts the one before; late results of an
 * aborted run are dropped. The possible changes of state are in `transitions.ts`.
 *
 * Decision: the steps of a claim are loaded on demand, by `prepare`, at the latest before anything is sent. So a page that shows a button loads
 * little more than a button, and if the connection is lost after a press, the texts for the outcome are already there.
 */
export abstract class ClaimFlow<Loaded extends Steps = Steps> {
  readonly site: ClaimSite;
  /** Sends requests to the proxy: at first with nothing but a member's id, later with the credentials that the action needs. */
  api: ApiClient;
  state: WidgetState = 'loading';
  /** The action, if the last load was successful. */
  view: WidgetAction | undefined;
  /** The member that the claim is about, if one is known. */
  memberId = '';
  /** When the action was last requested, in epoch milliseconds. */
  lookedAt = 0;
  /** The current run, which is aborted when another one begins. */
  run: AbortController = new AbortController();

  constructor(site: ClaimSite) {
    this.site = site;
    this.api = createApiClient(site);
  }

  /** Loads the steps of a claim. Undefined if they cannot be loaded. */
  abstract prepare(): Promise<Loaded | undefined>;

  /** Called when there is something else to show, which the steps also have to know. */
  abstract changed(): void;

  /** Whether the visitor has to enter the member id. */
  get asksMember(): boolean {
    return !this.site.memberId && (this.view ?? this.site).identity === 'typed';
  }

  enter(state: WidgetState): void {
    this.state = state;
    this.changed();
  }

  /** Ends the current run and enters the state. */
  begin(state: WidgetState): AbortSignal {
    this.run.abort();
    this.run = new AbortController();
    this.enter(state);
    return this.run.signal;
  }

  /** Loads the action, and the member's standing if a member is known. */
  async load(): Promise<void> {
    const signal = this.begin('loading');
    const answer = await this.fetchAction(signal);
    if (signal.aborted) return;
    const view = (this.view = this.read(answer));
    if (view && isClaimable(view)) {
      // If the visitor need not enter an id, the member may be known in another way.
      if (view.identity !== 'typed' || (view.member && this.site.auto !== undefined)) void this.prepare();
      return this.enter('ready');
    }
    (await this.need(signal))?.loaded(answer, signal);
  }

  /**
   * Requests the action and the member's standing. On a page that the browser has prerendered, it waits until the visitor comes to the page: until
   * then nobody is there who could claim, and another member may come.
   */
  async fetchAction(signal: AbortSignal): Promise<ApiReply> {
    this.lookedAt = Date.now();
    if (ofDocument('prerendering')) await new Promise((come) => addEventListener('visibilitychange', come));
    const member = this.memberId && `memberId=${encodeURIComponent(this.memberId)}&`;
    const path = `${this.actionPath}?${member}lang=${encodeURIComponent(this.site.language)}`;
    const plain = () => this.ask(path, signal);
    return this.api.fetchAction?.(plain, signal) ?? plain();
  }

  /** Requests a path, together with other requests of the page, unless this one needs its own headers. Never rejects. */
  ask(path: string, signal: AbortSignal): Promise<ApiReply> {
    return this.api.alone ? this.api.send(path, { signal }) : together.ask(this, path, signal);
  }

  read({ response, body }: ApiReply): WidgetAction | undefined {
    return response?.ok ? (this.site.readAction ?? readPlainAction)(body) : undefined;
  }

  get actionPath(): string {
    return `/actions/${encodeURIComponent(this.site.action)}`;
  }

  /** The steps; undefined if they cannot be loaded, which is shown, or if they are no longer needed. */
  protected async need(signal: AbortSignal): Promise<Loaded | undefined> {
    const steps = await this.prepare();
    if (signal.aborted) return undefined;
    if (!steps) this.enter(navigator.onLine ? 'failed' : 'offline');
    return steps;
  }
}
