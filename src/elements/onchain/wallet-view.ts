import { html, nothing, type TemplateResult } from 'lit';
import type { OnchainView } from '../../contract/onchain.ts';
import type { Localization } from '../shared/localization.ts';
import { onchainTexts } from './texts.ts';
import type { Wallet } from './wallets.ts';

/** What the view shows of the visitor's wallets. */
export interface ShownWallets {
  /** All wallets that were found. */
  readonly found: readonly Wallet[];
  /** The wallet in use. */
  readonly wallet: Wallet | undefined;
  /** The connected account, in the wallet's spelling, or an empty text. */
  readonly account: string;
  /** The name of the wallet's chain, if it is one that the action accepts. */
  readonly chain: string | undefined;
  readonly asked: OnchainView | undefined;
  /** Whether the hash of a transaction is not valid. */
  readonly hashIsWrong: boolean;
  /** Told when the visitor chooses a wallet, corrects the hash, or closes the list. */
  readonly choose: (wallet: Wallet) => void;
  readonly edit: () => void;
  readonly closed: () => void;
}

/** The wallet with its account and chain, which opens the list of all wallets, and the field for the hash of a transaction if one is required. */
export function renderWallets(
  shown: ShownWallets,
  localization: Localization,
  transaction: string,
  fixed: boolean,
): TemplateResult {
  const { account, asked, chain, found, wallet } = shown;
  const texts = onchainTexts(localization);
  const none = found.length > 0 ? texts.chooseWallet : texts.noWallet;
  const said = account ? shorten(account) : wallet ? wallet.name || texts.wallet : none;
  const wantsHash = asked?.asks === 'transaction';
  return html`
    <button type="button" part="wallet" popovertarget="wallets">
      <span class="caption">${texts.wallet}</span>
      <span class="value"
        >${renderName(wantsHash ? undefined : wallet, said)}${
          account && chain && !wantsHash ? html` · <bdi part="chain">${chain}</bdi>` : nothing
        }</span
      >
    </button>
    ${
      wantsHash
        ? html`<div part="hash">
            <label part="label" class="caption" for="transaction">${texts.transaction}</label>
            <input
              part="input"
              id="transaction"
              dir="ltr"
              autocomplete="off"
              spellcheck="false"
              placeholder="0x…"
              value=${transaction}
              aria-describedby=${shown.hashIsWrong ? 'text' : nothing}
              aria-invalid=${shown.hashIsWrong}
              ?readonly=${fixed || transaction !== ''}
              @input=${shown.edit}
            />
          </div>`
        : nothing
    }
    <div
      part="wallets"
      id="wallets"
      popover
      @toggle=${(event: ToggleEvent) => event.newState === 'closed' && shown.closed()}
    >
      <h3>${none}</h3>
      ${found.length > 0 ? nothing : html`<p>${texts.getWallet}</p>`}
      ${found.map(
        (one) =>
          html`<button
            type="button"
            part="wallet-choice"
            aria-pressed=${one === wallet}
            @click=${() => shown.choose(one)}
          >
            ${renderIcon(one)}<bdi>${one.name || texts.wallet}</bdi>
          </button>`,
      )}
      ${account ? html`<p part="address" dir="ltr">${account}</p>` : nothing}
      ${account && chain ? html`<p>${chain}</p>` : nothing}
    </div>
  `;
}

/** The text next to the icon. It is a new element if there was none before: one that only appears elsewhere would count as moved. */
const renderName = (wallet: Wallet | undefined, text: string) =>
  wallet?.icon
    ? html`${renderIcon(wallet)}<span part="wallet-account">${text}</span>`
    : html`<span part="wallet-account">${text}</span>`;

const renderIcon = (wallet: Wallet | undefined) =>
  wallet?.icon ? html`<img part="wallet-icon" alt="" src=${wallet.icon} />` : nothing;

/** The part of an address that people compare. The whole address is in the list. */
const shorten = (account: string) => `${account.slice(0, 6)}…${account.slice(-4)}`;
