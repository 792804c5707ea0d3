import { isSignIn, readSignInToken } from '../../../contract/read-sign-in.ts';
import type { ClaimFlow } from '../claim-flow.ts';
import { failureOf } from '../failure.ts';
import { dropVerifier, keepVerifier, newPkcePair, type PkcePair, takeReturn } from '../sign-in/pkce.ts';
import { codeFrom, openWindow } from '../sign-in/sign-in-window.ts';
import { keepToken, SIGNED, tellSigned, tokenFor } from '../sign-in/token-store.ts';
import { redirectToSignIn, signInUrl } from '../sign-in/redirect.ts';
import type { ApiClient, ApiReply, ClaimHooks, Failure, Request, WidgetAction } from '../types.ts';
import { PlainCredentials } from './plain.ts';

/**
 * The visitor signs in with the community's platform. If the page, the proxy and its sign-in share an origin, a cookie that no script can read is enough.
 * Elsewhere a browser would not send it: the page gets a token, keeps it for this tab, and sends it with every request.
 */
export class PlatformCredentials extends PlainCredentials<ClaimFlow> {
  override readonly alone = true;
  readonly #hooks: Pick<ClaimHooks, 'leaving'>;
  /** Made in advance: a window may only be opened directly after a press. */
  #pkce: Promise<PkcePair | undefined> = newPkcePair();
  #running = false;
  #resumed = false;

  constructor(flow: ClaimFlow, api: ApiClient, hooks: Pick<ClaimHooks, 'leaving'>) {
    super(flow, api);
    this.#hooks = hooks;
  }

  /** Sends the token with each request, and drops it when the proxy no longer accepts it; a newer one is kept. */
  override async send(path: string, init: Request): Promise<ApiReply> {
    const { flow } = this;
    const token = tokenFor(this.#endpoint);
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const answer = await super.send(path, { ...init, headers });
    if (answer.response?.status === 401) {
      if (flow.view) flow.view = { ...flow.view, member: null };
      if (token && token === tokenFor(this.#endpoint)) keepToken(this.#endpoint, undefined);
    }
    return answer;
  }

  /** Listens to events of the page. The first time, it also takes up a sign-in that the visitor returns from, or an earlier one. */
  connect(): void {
    addEventListener(SIGNED, this);
    if (this.#resumed) return;
    this.#resumed = true;
    const returned = takeReturn();
    // The code can be used only once, and only here: so this continues even if the current run is aborted.
    if (returned && !this.#byCookie) void this.#redeem(returned, new AbortController().signal);
    else if (tokenFor(this.#endpoint)) void this.flow.load();
  }

  disconnect(): void {
    removeEventListener(SIGNED, this);
  }

  /** Called when somebody signs in or out on this page. */
  handleEvent(): void {
    const { state } = this.flow;
    if (!this.#running && state !== 'submitting' && state !== 'pending') void this.flow.load();
  }

  /** Lets the visitor sign in: in a window, or if the browser opens none, on a page that replaces this one and returns to it. */
  async signIn(signal: AbortSignal): Promise<WidgetAction | Failure | undefined> {
    const url = this.#url;
    const pair = await this.#pkce;
    if (!url || !pair) return { code: 'bad-reply' };
    // A page that claims automatically must not be left for a sign-in.
    if (!navigator.userActivation.isActive) return { code: 'sign-in-required' };
    this.#pkce = newPkcePair();
    if (!this.#byCookie) keepVerifier(pair);
    const request = { return: location.href, challenge: pair.challenge };
    const opened = openWindow(signInUrl(url, { ...request, popup: '' }));
    if (!opened) {
      await this.#hooks.leaving();
      if (signal.aborted) return undefined;
      redirectToSignIn(url, request);
      return new Promise(() => {});
    }
    const code = await codeFrom(opened, url.origin, pair.challenge, signal);
    dropVerifier();
    if (!code || signal.aborted) return undefined;
    this.#running = true;
    try {
      return await this.#enter(code, pair, signal);
    } finally {
      this.#running = false;
    }
  }

  async signOut(): Promise<void> {
    await this.send('/sign-out', { method: 'POST', signal: this.flow.begin('loading') });
    keepToken(this.#endpoint, undefined);
  }

  /** Where visitors sign in. */
  get #url(): URL | null {
    const { signIn } = this.flow.view ?? {};
    const url = isSignIn(signIn) && URL.canParse(signIn.url) ? new URL(signIn.url) : null;
    return url && /^https?:$/.test(url.protocol) ? url : null;
  }

  get #endpoint(): string {
    return new URL(this.flow.site.endpoint, location.href).href;
  }

  /** Whether requests of the page contain the cookie of a sign-in. */
  get #byCookie(): boolean {
    return this.#endpoint.startsWith(`${location.origin}/`) && this.#url?.origin === location.origin;
  }

  async #enter(code: string, { verifier }: PkcePair, signal: AbortSignal): Promise<WidgetAction | Failure | undefined> {
    const { flow } = this;
    if (this.#byCookie) tellSigned();
    else {
      const failure = await this.#redeem({ code, verifier }, signal);
      if (failure) return failure;
    }
    const answer = await flow.fetchAction(signal);
    if (signal.aborted) return undefined;
    const view = flow.read(answer);
    if (!view) return failureOf(answer);
    flow.view = view;
    return view.member ? view : { code: 'sign-in-required' };
  }

  /** Exchanges the code for a token, and keeps it. */
  async #redeem(given: { code: string; verifier: string }, signal: AbortSignal): Promise<Failure | undefined> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(given), signal };
    const answer = await this.send('/sign-in/token', init);
    const token = answer.response?.ok ? readSignInToken(answer.body) : undefined;
    if (!token) return failureOf(answer);
    keepToken(this.#endpoint, token);
    return undefined;
  }
}
