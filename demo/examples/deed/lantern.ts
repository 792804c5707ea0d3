import { FINAL_DEPTH, HARBOUR_CHAIN, LANTERN, LIGHT } from '../../chain/facts.ts';
import type { SimulatedWallet } from '../../chain/wallet.ts';
import { askChain, ProviderError } from '../../chain/wallet-calls.ts';

const LOOK_MS = 1000;

/** The button that lights the lantern, and what it shows of the transaction until that is final. */
export class Lantern {
  readonly #wallet: SimulatedWallet;
  readonly #rpc: string;
  readonly #button = document.querySelector<HTMLButtonElement>('#light');
  readonly #says = document.querySelector('#confirmed');
  readonly #progress = document.querySelector<HTMLProgressElement>('#confirmations');
  readonly #picture = document.querySelector('#lantern');
  readonly #card = document.querySelector<HTMLElementTagNameMap['rewards-onchain']>('rewards-onchain[action=lantern]');
  #watching = new AbortController();

  constructor(wallet: SimulatedWallet, rpc: string) {
    this.#wallet = wallet;
    this.#rpc = rpc;
    this.#button?.addEventListener('click', () => void this.#light());
  }

  /** Shows nothing of what was sent. */
  forget(): void {
    this.#watching.abort();
    this.#show('Nothing was sent yet.', 0);
    this.#picture?.classList.remove('lit');
    if (this.#card) this.#card.transaction = '';
  }

  /** What a site does that has its visitors send a transaction, and gives its hash to the card. */
  async #light(): Promise<void> {
    this.forget();
    const { signal } = (this.#watching = new AbortController());
    try {
      const hash = await this.#send();
      if (signal.aborted) return;
      if (this.#card) this.#card.transaction = String(hash);
      this.#show('Sent. It waits for a block.', 0);
      await this.#watch(hash, signal);
    } catch (error) {
      if (!signal.aborted) this.#show(error instanceof ProviderError ? error.message : 'That did not work.', 0);
    }
  }

  async #send(): Promise<unknown> {
    const accounts = await this.#wallet.request({ method: 'eth_requestAccounts' });
    const [from]: unknown[] = Array.isArray(accounts) ? accounts : [];
    const chainId = `0x${HARBOUR_CHAIN.id.toString(16)}`;
    await this.#wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    return this.#wallet.request({ method: 'eth_sendTransaction', params: [{ from, to: LANTERN, data: LIGHT }] });
  }

  async #watch(hash: unknown, signal: AbortSignal): Promise<void> {
    for (let on = -1; on < FINAL_DEPTH && !signal.aborted;) {
      // oxlint-disable-next-line no-await-in-loop -- the chain goes on between one look and the next
      on = await this.#look(hash, signal);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** How many blocks stand on the transaction's own; -1 while it has none. */
  async #look(hash: unknown, signal: AbortSignal): Promise<number> {
    const [receipt, latest] = await Promise.all([
      askChain(this.#rpc, 'eth_getTransactionReceipt', [hash]),
      askChain(this.#rpc, 'eth_blockNumber', []),
    ]);
    const { blockNumber }: { blockNumber?: unknown } = Object(receipt);
    if (blockNumber === undefined || signal.aborted) return -1;
    const on = Math.min(Number(latest) - Number(blockNumber), FINAL_DEPTH);
    const where = `In block ${Number(blockNumber)}`;
    this.#show(on < FINAL_DEPTH ? `${where}, with ${on} of ${FINAL_DEPTH} on it.` : `${where}, which is final.`, on);
    this.#picture?.classList.add('lit');
    return on;
  }

  #show(text: string, on: number): void {
    if (this.#says) this.#says.textContent = text;
    if (this.#progress) this.#progress.value = on;
  }
}
