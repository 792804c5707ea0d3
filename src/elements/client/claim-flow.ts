import { type PlainAction, readPlainAction } from '../../contract/read-plain-action.ts';
import { ApiClient } from './api-client.ts';
import type { Answer, Api, ClaimSite, Credentials, Request, Steps, WidgetAction, WidgetState } from './types.ts';

export const isClaimable = ({ state, member }: PlainAction): boolean => state === 'open' && member?.canClaim !== false;

/**
 * Where one claim stands: loads the action, and holds the state. Each load and claim is a new run that aborts the one
 * before; what an aborted run still brings is dropped. What may follow on a state is in `transitions.ts`.
 *
 * Decision: the steps of a claim are loaded on demand, by `prepare`, at the latest before anything is sent. So a page that
 * shows a button loads little more than a button, and a connection lost after a press cannot leave its outcome without words.
 */
export abstract class ClaimFlow {
  readonly site: ClaimSite;
  /** What asks the proxy. */
  api: Api;
  state: WidgetState = 'loading';
  /** The action, if the last load brought it. */
  view: WidgetAction | undefined;
  /** The member that this is about, as far as one is known. */
  memberId = '';
  /** When the action was last asked for, in epoch milliseconds. */
  lookedAt = 0;
  /** What is under way; it is aborted when something else begins. */
  run: AbortController = new AbortController();
  /** What shows who the member is, once more than an id does. */
  credentials: Credentials | undefined;
  steps: Steps | undefined;

  constructor(site: ClaimSite) {
    this.site = site;
    this.api = new ApiClient(site);
  }

  /** Loads the steps of a claim. Undefined where they do not come. */
  abstract prepare(): Promise<Steps | undefined>;

  /** There is something else to show. */
  abstract changed(): void;

  /** Whether the visitor has to name the member. */
  get asksMember(): boolean {
    return !this.site.memberId && (this.view ?? this.site).identity === 'typed';
  }

  enter(state: WidgetState): void {
    this.state = state;
    this.steps?.entered();
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
    this.steps?.forget();
    const answer = await this.fetchAction(signal);
    if (signal.aborted) return;
    const view = (this.view = this.read(answer));
    if (view && isClaimable(view)) {
      // Who is asked for no id may be known otherwise.
      if (view.identity !== 'typed' || (view.member && this.site.auto !== undefined)) void this.prepare();
      return this.enter('ready');
    }
    const steps = await this.need(signal);
    if (view) steps?.settle(view, signal);
    else steps?.fail(answer, signal);
  }

  /** Asks for the action, and where the member stands. */
  fetchAction(signal: AbortSignal): Promise<Answer> {
    this.lookedAt = Date.now();
    const query = this.memberId && `?memberId=${encodeURIComponent(this.memberId)}`;
    const plain = () => this.send(this.actionPath + query, { signal });
    return this.credentials?.fetchAction?.(plain, signal) ?? plain();
  }

  /** Asks the proxy, at a path below its mount, with what shows who the member is. */
  send(path: string, init: Request): Promise<Answer> {
    return (this.credentials ?? this.api).send(path, init);
  }

  read({ response, body }: Answer): WidgetAction | undefined {
    return response?.ok ? (this.site.readAction ?? readPlainAction)(body) : undefined;
  }

  get actionPath(): string {
    return `/actions/${encodeURIComponent(this.site.action)}`;
  }

  /** The steps, or undefined where they are not to be had, which is shown, or not wanted any more. */
  protected async need(signal: AbortSignal): Promise<Steps | undefined> {
    const steps = await this.prepare();
    if (signal.aborted) return undefined;
    if (!steps) this.enter(navigator.onLine ? 'failed' : 'offline');
    return steps;
  }
}
