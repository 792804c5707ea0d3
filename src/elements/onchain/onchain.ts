import '../shared/lit-globals.ts';
import { type CSSResultGroup, html, nothing, type PropertyDeclarations } from 'lit';
import { loadPart } from '../client/load-part.ts';
import type { ApiClient, ApiReply, Request } from '../client/types.ts';
import { ClaimElement } from '../shared/claim-element.ts';
import type { Localization } from '../shared/localization.ts';
import { styles } from './onchain.styles.ts';
import { onchainTexts, withOnchainTexts } from './texts.ts';
import type { WalletProof } from './wallet-proof.ts';

/** The path for claims. */
const CLAIMS = /\/claims(\?|$)/;

/**
 * A card by which a member of the community claims for what they did or hold on a blockchain: it finds the visitor's wallet, has it
 * sign the proxy's text, and shows how the chain confirms. It never sends a transaction.
 *
 * @element rewards-onchain
 *
 * @csspart proof - The row of the wallet, where the member is known.
 * @csspart wallet - The button that shows the wallet with its account and chain, and opens the list.
 * @csspart wallet-icon - A wallet's icon.
 * @csspart wallet-account - The account, of which ten digits are seen; before it is known, the wallet's name.
 * @csspart chain - The name of the chain.
 * @csspart hash - The field for the hash of a transaction, with its label.
 * @csspart wallets - The list of wallets, above the page.
 * @csspart wallet-choice - One of them.
 * @csspart address - The whole address of the account, in the list.
 */
export class RewardsOnchain extends ClaimElement {
  static override readonly tag = 'rewards-onchain';
  static override styles: CSSResultGroup = styles;
  static override properties: PropertyDeclarations = { transaction: { useDefault: true } };

  #proof: WalletProof | undefined;

  /** The hash of the visitor's transaction, where the site knows it and the action asks for one; else the visitor is asked. */
  declare transaction: string;

  constructor() {
    super();
    this.transaction = '';
    proveWith(this.claims, () => this.#loadProof());
  }

  /** @internal */
  override get localization(): Localization {
    const localization = withOnchainTexts(super.localization, this.language);
    const checking = this.#proof?.line(localization);
    return checking ? { ...localization, texts: { ...localization.texts, checking } } : localization;
  }

  /** @internal */
  override get hidesField(): boolean {
    const { claiming, state } = this.claims;
    const refused = state === 'refused' && claiming?.steps.outcome.failure?.code !== 'not-proved';
    return this.knowsMember && this.drawsMember && !refused && (state !== 'invalid' || !!this.#proof?.hashIsWrong);
  }

  /** Requests the code that finds wallets. If it could not be loaded, a press requests it again. */
  protected override firstUpdated(): void {
    super.firstUpdated();
    void this.#loadProof();
  }

  protected override verb(localization: Localization): string {
    return onchainTexts(localization).claimOnchain;
  }

  protected override renderHeadEnd(localization: Localization): unknown {
    return this.renderGrants(localization);
  }

  protected override renderBeside(localization: Localization, answered: boolean): unknown {
    if (this.drawsMember && !this.hidesField) return nothing;
    return html`<div part="proof">${this.view && this.#proof?.render(localization, answered)}</div>`;
  }

  protected override renderNote(localization: Localization): unknown {
    return this.renderDescription(localization);
  }

  async #loadProof(): Promise<WalletProof | undefined> {
    const loaded = await loadPart(() => import('./wallet-proof.ts')).catch(() => undefined);
    if (loaded) {
      this.#proof ??= new loaded.WalletProof(this, this.claims);
      this.requestUpdate();
    }
    return this.#proof;
  }
}

/** Sends claims through the wallet's proof. Other requests are unchanged. */
function proveWith(flow: { api: ApiClient }, loadProof: () => Promise<WalletProof | undefined>): void {
  const { api } = flow;
  flow.api = {
    async send(path: string, init: Request): Promise<ApiReply> {
      if (init.method !== 'POST' || !CLAIMS.test(path)) return api.send(path, init);
      return (await loadProof())?.send(api, path, init) ?? {};
    },
  };
}
