import { type PlainAction, readPlainAction } from '../../contract/read-plain-action.ts';
import { createApiClient } from './api-client.ts';
import { askOnce } from './ask-once.ts';
import { ofDocument } from './own-document.ts';
import type { ApiClient, ApiReply, ClaimSite, Steps, WidgetAction, WidgetState } from './types.ts';

export const isClaimable = ({ state, member }: PlainAction): boolean => state === 'open' && member?.canClaim !== false;

/** How the widgets of a page ask for what they show; in one request for all of them where `batch.ts` is loaded. */
export const together = { ask: askOnce };

/**
 * Where one claim stands: loads the action, and holds the state. Each load and claim is a new run that aborts the one
 * before; what an aborted run still brings is dropped. What may follow on a state is in `transitions.ts`.
 *
 * Decision: the steps of a claim are loaded on demand, by `prepare`, at the latest before anything is sent. So a page that
 * shows a button loads little more than a button, and a connection lost after a press cannot leave its outcome without words.
 */
export abstract class ClaimFlow<Loaded extends Steps = Steps> {
  readonly site: ClaimSite;
  /** What asks the proxy: without more than a member's id at first, then with the credentials that the action wants. */
  api: ApiClient;
  state: WidgetState = 'loading';
  /** The action, if the last load brought it. */
  view: WidgetAction | undefined;
  /** The member that this is about, as far as one is known. */
  memberId = '';
  /** When the action was last asked for, in epoch milliseconds. */
  lookedAt = 0;
  /** What is under way; it is aborted when something else begins. */
  run: AbortController = new AbortController();

  constructor(site: ClaimSite) {
    this.site = site;
    this.api = createApiClient(site);
  }

  /** Loads the steps of a claim. Undefined where they do not come. */
  abstract prepare(): Promise<Loaded | undefined>;

  /** There is something else to show, and for the steps to know of. */
  abstract changed(): void;

  /** Whether the visitor has to name the member. */
  get asksMember(): boolean {
    return !this.site.memberId && (this.view ?? this.site).identity === 'typed';
  }

  enter(state: WidgetState): void {
    this.state = state;
    this.changed();
  }

  /** Ends what is under way and enters the state. */
  begin(state: WidgetState): AbortSignal {
    this.run.abort();
    this.run = new AbortController();
    this.enter(state);
    return this.run.signal;
  }

  /** Loads the action, and where the member stands if one is known. */
  async load(): Promise<void> {
    const signal = this.begin('loading');
    const answer = await this.fetchAction(signal);
    if (signal.aborted) return;
    const view = (this.view = this.read(answer));
    if (view && isClaimable(view)) {
      // Who is asked for no id may be known otherwise.
      if (view.identity !== 'typed' || (view.member && this.site.auto !== undefined)) void this.prepare();
      return this.enter('ready');
    }
    (await this.need(signal))?.loaded(answer, signal);
  }

  /**
   * Asks for the action, and where the member stands; on a page that the browser has prepared ahead, once the visitor comes to it: until then
   * nobody is there who could claim, and it may be another member who comes.
   */
  async fetchAction(signal: AbortSignal): Promise<ApiReply> {
    this.lookedAt = Date.now();
    if (ofDocument('prerendering')) await new Promise((come) => addEventListener('visibilitychange', come));
    const member = this.memberId && `memberId=${encodeURIComponent(this.memberId)}&`;
    const path = `${this.actionPath}?${member}lang=${encodeURIComponent(this.site.language)}`;
    const plain = () => this.ask(path, signal);
    return this.api.fetchAction?.(plain, signal) ?? plain();
  }

  /** Asks for a path, together with others of the page, unless what this one sends along is its own. Never rejects. */
  ask(path: string, signal: AbortSignal): Promise<ApiReply> {
    return this.api.alone ? this.api.send(path, { signal }) : together.ask(this, path, signal);
  }

  read({ response, body }: ApiReply): WidgetAction | undefined {
    return response?.ok ? (this.site.readAction ?? readPlainAction)(body) : undefined;
  }

  get actionPath(): string {
    return `/actions/${encodeURIComponent(this.site.action)}`;
  }

  /** The steps, or undefined where they are not to be had, which is shown, or not wanted any more. */
  protected async need(signal: AbortSignal): Promise<Loaded | undefined> {
    const steps = await this.prepare();
    if (signal.aborted) return undefined;
    if (!steps) this.enter(navigator.onLine ? 'failed' : 'offline');
    return steps;
  }
}
