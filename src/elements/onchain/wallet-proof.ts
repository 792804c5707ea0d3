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

/** The widget that a wallet's proof is for. */
export interface OnchainHost extends ClaimHost {
  /** The hash of a transaction, where the site knows it. */
  readonly transaction: string;
}

/** What a line in the foot says. */
type Line = WalletFault | 'transactionInvalid';

const HASH = /^0x[0-9a-f]{64}$/i;

/** What has to do with neither the wallet nor what was done on chain: the proof stays good. */
const KEEPS_SIGNATURE: ReadonlySet<Failure['code']> = new Set([
  ...(['not-yet', 'rate-limited', 'throttled', 'unreachable', 'challenge-failed', 'not-found'] as const),
  ...(['sign-in-required', 'offline', 'no-reply', 'bad-reply', 'no-proxy', 'internal'] as const),
]);

/**
 * Has the visitor show by their wallet whose address it is, for one claim: finds the wallet, connects, switches the chain, has the
 * proxy's text signed, and adds that to the claim. It is signed once, however often the claim is sent until it has come to its end.
 */
export class WalletProof implements ShownWallets {
  readonly #host: OnchainHost;
  readonly #claims: ClaimController;
  readonly #wallets: Wallets;
  #picked: Wallet | undefined;
  #session: WalletSession | undefined;
  /** What was signed, for whom, and whether a proxy may have it. */
  #signed: { memberId: string; proof: OnchainProof; sent: boolean } | undefined;
  /** Ends what the wallet is asked for while the visitor has to answer. */
  #asking: AbortController | undefined;
  /** Whether a press waits for the visitor to choose a wallet. */
  #waits = false;
  /** What is said in the foot. */
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

  /** The one that is used: the only one, or the one that the visitor chose. */
  get wallet(): Wallet | undefined {
    const { found } = this;
    return this.#picked ?? (found.length === 1 ? found[0] : undefined);
  }

  /** The account that is connected, as the wallet writes it, or an empty text. */
  get account(): string {
    return this.#current?.account ?? '';
  }

  /** What the action asks for, where it has been loaded. */
  get asked(): OnchainView | undefined {
    return readOnchainView(this.#claims.view?.onchain);
  }

  /** The name of the chain that the wallet is on, where it is one of those that count. */
  get chain(): string | undefined {
    return this.asked?.chains.find(({ id }) => id === this.#current?.chainId)?.name;
  }

  /** The only wallet may have become one of several. */
  get #current(): WalletSession | undefined {
    return this.#session?.provider === this.wallet?.provider ? this.#session : undefined;
  }

  /** What stands in the way of the visitor, if anything, in their language. */
  line(localization: Localization): string {
    return this.#line ? this.#text(this.#line, localization) : '';
  }

  /** Whether the hash of a transaction is not right. */
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

  /** Takes the wallet, and connects with it, or goes on with the press that waited for that. */
  readonly choose = (wallet: Wallet): void => {
    if (wallet !== this.wallet) this.#forget();
    this.#picked = wallet;
    this.#list?.hidePopover();
    const waited = this.#waits;
    this.#waits = false;
    if (waited) void this.#host.claim();
    else if (this.#claims.state !== 'submitting') void this.#connect();
  };

  /** Sends the claim with the proof. What keeps it from being sent is an answer, too, or the end of the run. */
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
      // What the site signs may have become too old meanwhile.
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

  /** Has the visitor sign. Gives the proxy's answer where it has no text for that. */
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
    // From here on another account or chain is not what is signed for.
    this.#asking = asking;
    this.#host.requestUpdate();
    const { api, site, actionPath } = this.#claims;
    const answer = await api.send(inLanguage(`${actionPath}/onchain`, site), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await api.claimHeaders?.()) },
      // Wallets write it in capitals of their own.
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

  /** Says that the wallet asks, until the run ends: at once, as the next one may say the same before the wallet answers. */
  #confirm(signal: AbortSignal): void {
    signal.throwIfAborted();
    signal.addEventListener('abort', this.#end);
    this.#say('confirm');
  }

  readonly #end = (): void => {
    this.#asking = undefined;
    this.#say(undefined);
  };

  /** Says why nothing was sent: a refusal, or, where it is the visitor's own wish, a line and no more. */
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

  /** What of the answer is worth remembering; where a claim waits for the chain, it says so, unless somebody says more. */
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

  /** Connects with a wallet that the visitor chose before they pressed. */
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

  /** Looks at what there is, and shows the account of the only wallet where the visitor has let this site see it before. */
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

  /** Account or chain is another one: what is being signed would be for the one before. What was sent stays as it is. */
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

  /** The list was closed, and the visitor has to press again. */
  readonly closed = (): void => {
    this.#waits = false;
  };

  /** Says it in the foot, where a claim that waits for its proof says so. */
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

/** An answer as the proxy would give it. */
function problem(code: Failure['code'], reason?: string): ApiReply {
  const body = { type: 'about:blank', title: code, status: 403, code, detail: '', requestId: '', reason };
  return { response: new Response(null, { status: 403 }), body };
}
