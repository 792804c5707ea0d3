import { readOnchainMessage, readOnchainView } from '../../contract/read-onchain.ts';
import type { OnchainProof, OnchainView } from '../../contract/onchain.ts';
import { failureOf } from '../client/failure.ts';
import { inLanguage } from '../client/in-language.ts';
import type { ApiClient, ApiReply, Failure, Request } from '../client/types.ts';
import type { ClaimController } from '../shared/claim-controller.ts';
import { popoverStyles } from '../shared/claiming/popover.styles.ts';
import { adoptStyles } from '../shared/claiming/adopt.ts';
import type { Localization } from '../shared/localization.ts';
import { fill } from '../shared/localization.ts';
import type { ClaimHost } from '../shared/types.ts';
import { onchainTexts } from './texts.ts';
import { WalletError, type WalletFault, WalletSession } from './wallet-session.ts';
import { type Wallet, Wallets } from './wallets.ts';
import { renderWallets, type ShownWallets } from './wallet-view.ts';
import { walletStyles } from './wallet.styles.ts';

/** The widget of a wallet's proof. */
export interface OnchainHost extends ClaimHost {
  /** The hash of a transaction, if the site knows it. */
  readonly transaction: string;
}

/** The text of a line in the foot. */
type Line = WalletFault | 'transactionInvalid';

const HASH = /^0x[0-9a-f]{64}$/i;

/** Failures that are not about the wallet or the transaction: the proof stays valid. */
const KEEPS_SIGNATURE: ReadonlySet<Failure['code']> = new Set([
  ...(['not-yet', 'rate-limited', 'throttled', 'unreachable', 'challenge-failed', 'not-found'] as const),
  ...(['sign-in-required', 'offline', 'no-reply', 'bad-reply', 'no-proxy', 'internal'] as const),
]);

/**
 * Lets visitors prove with their wallet that an address is theirs, for one claim: finds the wallet, connects, switches the chain, has the proxy's
 * text signed, and adds the signature to the claim. The text is signed once, however often the claim is sent until it is settled.
 */
export class WalletProof implements ShownWallets {
  readonly #host: OnchainHost;
  readonly #claims: ClaimController;
  readonly #wallets: Wallets;
  #picked: Wallet | undefined;
  #session: WalletSession | undefined;
  /** The signed proof, its member, and whether it may have reached a proxy. */
  #signed: { memberId: string; proof: OnchainProof; sent: boolean } | undefined;
  /** Aborts requests to the wallet while the visitor has to answer. */
  #asking: AbortController | undefined;
  /** Whether a press waits for the visitor to choose a wallet. */
  #waits = false;
  /** The line in the foot. */
  #line: Line | undefined;

  constructor(host: OnchainHost, claims: ClaimController) {
    this.#host = host;
    this.#claims = claims;
    this.#wallets = new Wallets(() => this.#lookAgain());
    host.addController(this);
  }

  hostConnected(): void {
    // The list may be opened before anything else that opens is there.
    adoptStyles(this.#host, walletStyles, popoverStyles);
    this.#wallets.connect();
    this.#lookAgain();
  }

  hostDisconnected(): void {
    this.#wallets.disconnect();
    this.#session?.close();
    this.#session = undefined;
  }

  /** The wallets that were found. */
  get found(): readonly Wallet[] {
    return this.#wallets.found;
  }

  /** The wallet in use: the only one, or the one that the visitor chose. */
  get wallet(): Wallet | undefined {
    const { found } = this;
    return this.#picked ?? (found.length === 1 ? found[0] : undefined);
  }

  /** The connected account, in the wallet's spelling, or an empty text. */
  get account(): string {
    return this.#current?.account ?? '';
  }

  /** What the action requires, if it is loaded. */
  get asked(): OnchainView | undefined {
    return readOnchainView(this.#claims.view?.onchain);
  }

  /** The name of the wallet's chain, if it is one that the action accepts. */
  get chain(): string | undefined {
    return this.asked?.chains.find(({ id }) => id === this.#current?.chainId)?.name;
  }

  /** The session, unless the only wallet has become one of several. */
  get #current(): WalletSession | undefined {
    return this.#session?.provider === this.wallet?.provider ? this.#session : undefined;
  }

  /** The problem that the visitor has to solve, in their language; empty if there is none. */
  line(localization: Localization): string {
    return this.#line ? this.#text(this.#line, localization) : '';
  }

  /** Whether the hash of a transaction is not valid. */
  get hashIsWrong(): boolean {
    return this.#line === 'transactionInvalid';
  }

  render(localization: Localization, fixed: boolean): unknown {
    return renderWallets(this, localization, this.#host.transaction, fixed);
  }

  /** The visitor corrects the hash. */
  readonly edit = (): void => {
    if (!this.hashIsWrong) return;
    if (this.#claims.state === 'invalid') this.#claims.begin('ready');
    this.#say(undefined);
  };

  /** Selects the wallet, and connects with it, or continues the press that waited for that. */
  readonly choose = (wallet: Wallet): void => {
    if (wallet !== this.wallet) this.#forget();
    this.#picked = wallet;
    this.#list?.hidePopover();
    const waited = this.#waits;
    this.#waits = false;
    if (waited) void this.#host.claim();
    else if (this.#claims.state !== 'submitting') void this.#connect();
  };

  /** Sends the claim with the proof. If something prevents that, the result is an answer that says what, or the end of the run. */
  async send(api: ApiClient, path: string, init: Request): Promise<ApiReply> {
    const { asked } = this;
    const body: { memberId?: string; proof?: object } = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    if (!asked) return problem('unknown-action');
    const headers = new Headers(init.headers);
    this.#host.knowsMember = true;
    let transaction: string | undefined;
    if (asked.asks === 'transaction') {
      transaction = this.#hash;
      if (!HASH.test(transaction)) return this.#askForHash(transaction);
    }
    if (this.#signed?.memberId !== (body.memberId ?? '')) {
      try {
        const answer = await this.#sign(asked, body.memberId, init.signal);
        if (answer) return answer;
      } catch (error) {
        return init.signal.aborted ? {} : this.#stop(error);
      }
      // The token from the site's server may have expired in the meantime.
      for (const [name, value] of Object.entries((await this.#claims.api.claimHeaders?.()) ?? {}))
        headers.set(name, value);
    }
    const signed = this.#signed;
    if (!signed || init.signal.aborted) return {};
    signed.sent = true;
    const onchain: OnchainProof = { ...signed.proof, ...(transaction && { transaction }) };
    const sent = JSON.stringify({ ...body, proof: { ...body.proof, onchain } });
    return this.#answered(await api.send(path, { ...init, headers, body: sent }));
  }

  /** Lets the visitor sign. Returns the proxy's answer if it has no text to sign. */
  async #sign(asked: OnchainView, memberId: string | undefined, signal: AbortSignal): Promise<ApiReply | undefined> {
    const { wallet } = this;
    if (!wallet) {
      this.#wallets.look();
      throw new WalletError(this.found.length > 0 ? 'chooseWallet' : 'getWallet');
    }
    this.#signed = undefined;
    this.#confirm(signal);
    const session = this.#open(wallet);
    const asking = new AbortController();
    const within = AbortSignal.any([signal, asking.signal]);
    await session.connect(true, within);
    const [first] = asked.chains;
    if (!this.chain && first) await session.switchTo(first.id, within);
    const { account, chainId } = session;
    // From here on, a signature for another account or chain would not be valid.
    this.#asking = asking;
    this.#host.requestUpdate();
    const { api, site, actionPath } = this.#claims;
    const answer = await api.send(inLanguage(`${actionPath}/onchain`, site), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await api.claimHeaders?.()) },
      // Wallets use their own upper case letters.
      body: JSON.stringify({ ...(memberId && { memberId }), address: account.toLowerCase(), chainId }),
      signal,
    });
    const told = answer.response?.ok ? readOnchainMessage(answer.body) : undefined;
    if (told) {
      const signature = await session.sign(told.message, within);
      this.#signed = { memberId: memberId ?? '', proof: { message: told.message, signature }, sent: false };
    }
    if (!signal.aborted) this.#end();
    return told ? undefined : answer;
  }

  /** Shows that the wallet asks, until the run ends: at once, because the next request may show the same before the wallet answers. */
  #confirm(signal: AbortSignal): void {
    signal.throwIfAborted();
    signal.addEventListener('abort', this.#end);
    this.#say('confirm');
  }

  readonly #end = (): void => {
    this.#asking = undefined;
    this.#say(undefined);
  };

  /** The answer that says why nothing was sent: a refusal, or only a line if the visitor wanted that. */
  #stop(error: unknown): ApiReply {
    const changed = this.#asking?.signal.aborted;
    this.#asking = undefined;
    const fault = changed ? 'walletChanged' : error instanceof WalletError ? error.fault : 'walletBroken';
    if (fault === 'declined' || fault === 'walletChanged' || fault === 'chooseWallet') {
      this.#claims.begin('ready');
      this.#say(fault === 'chooseWallet' ? undefined : fault);
      if (fault === 'chooseWallet') void this.#openList();
      return {};
    }
    this.#say(undefined);
    return problem('not-proved', this.#text(fault, this.#host.localization));
  }

  /** Remembers what the answer says about the proof. If the claim waits for the chain, the answer says so, unless the proxy gave a reason. */
  #answered(answer: ApiReply): ApiReply {
    const failure = answer.response?.ok ? undefined : failureOf(answer);
    if (!failure || !KEEPS_SIGNATURE.has(failure.code)) this.#signed = undefined;
    const waits = failure?.code === 'not-yet' && failure.errors?.some(({ field }) => field === 'proof.onchain');
    if (!waits) return answer;
    return { ...answer, body: { reason: onchainTexts(this.#host.localization).confirming, ...Object(answer.body) } };
  }

  /** Has the visitor give the hash, or fix it. */
  #askForHash(hash: string): ApiReply {
    this.#claims.begin(hash ? 'invalid' : 'ready');
    this.#say(hash ? 'transactionInvalid' : undefined);
    void this.#host.updateComplete.then(() => this.#field?.focus());
    return {};
  }

  get #hash(): string {
    return this.#host.transaction || (this.#field?.value.trim() ?? '');
  }

  get #field(): HTMLInputElement | null {
    return this.#host.renderRoot.querySelector('#transaction');
  }

  get #list(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('#wallets');
  }

  /** Connects with a wallet that the visitor chose before pressing. */
  async #connect(): Promise<void> {
    const { wallet } = this;
    if (!wallet) return;
    const { signal } = this.#claims.run;
    try {
      this.#confirm(signal);
      await this.#open(wallet).connect(true, signal);
      if (!signal.aborted) this.#say(undefined);
    } catch (error) {
      if (!signal.aborted) this.#say(error instanceof WalletError ? error.fault : 'walletBroken');
    }
  }

  /** Looks for wallets, and shows the account of the only one if the visitor has connected this site before. */
  #lookAgain(): void {
    const { wallet } = this;
    if (wallet && this.#session?.provider !== wallet.provider) {
      void this.#open(wallet)
        .connect(false, this.#claims.run.signal)
        .catch(() => undefined)
        .then(() => this.#host.requestUpdate());
    }
    this.#host.requestUpdate();
  }

  #open({ provider }: Wallet): WalletSession {
    if (this.#session?.provider !== provider) {
      this.#session?.close();
      this.#session = new WalletSession(provider, () => this.#walletChanged());
    }
    return this.#session;
  }

  /** The account or the chain has changed: a signature in progress would be for the old one. Proofs that were sent stay as they are. */
  #walletChanged(): void {
    this.#asking?.abort();
    this.#forget();
    this.#host.requestUpdate();
  }

  #forget(): void {
    if (!this.#signed?.sent) this.#signed = undefined;
  }

  async #openList(): Promise<void> {
    const { renderRoot, updateComplete } = this.#host;
    await updateComplete;
    this.#waits = true;
    const list = this.#list;
    list?.showPopover({ source: renderRoot.querySelector<HTMLElement>('[part=wallet]') ?? list });
    list?.querySelector('button')?.focus();
  }

  /** The list was closed: the visitor has to press again. */
  readonly closed = (): void => {
    this.#waits = false;
  };

  /** Shows the line in the foot, where a claim that waits for its proof shows its message. */
  #say(line: Line | undefined): void {
    this.#line = line;
    const { claiming } = this.#claims;
    if (claiming) claiming.steps.sender.checking = line !== undefined;
    this.#claims.changed();
  }

  #text(line: Line, localization: Localization): string {
    return fill(onchainTexts(localization)[line], this.asked?.chains[0]?.name ?? '');
  }
}

/** An answer in the form of the proxy's. */
function problem(code: Failure['code'], reason?: string): ApiReply {
  const body = { type: 'about:blank', title: code, status: 403, code, detail: '', requestId: '', reason };
  return { response: new Response(null, { status: 403 }), body };
}
