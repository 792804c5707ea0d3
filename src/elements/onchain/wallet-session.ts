import type { OnchainMessages } from './messages.ts';
import type { Provider } from './wallets.ts';

/** So long a visitor may take to answer their wallet. */
const PROMPT_MS = 120_000;
/** So long a wallet may take for what it asks nobody. */
const READ_MS = 10_000;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Whole bytes, and no more than a proxy takes. */
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,8191}$/i;

/** What wallets say where the visitor said no: EIP-1193, and what libraries in between make of it. */
const NO: readonly unknown[] = [4001, 5000, 'ACTION_REJECTED'];
/** The visitor has been asked already and has not answered yet. */
const ASKED_ALREADY = -32_002;

/** Why a wallet is of no help, by the text that says so. */
export type WalletFault = keyof Pick<
  OnchainMessages,
  'chooseWallet' | 'getWallet' | 'confirm' | 'declined' | 'wrongChain' | 'walletChanged' | 'walletBroken'
>;

export class WalletError extends Error {
  readonly fault: WalletFault;

  constructor(fault: WalletFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * One wallet, asked with care: it may never answer, throw what is no error, or answer with what was not asked for. Each of that becomes
 * a `WalletError`. Nothing here sends a transaction.
 */
export class WalletSession {
  readonly provider: Provider;
  /** The account as the wallet writes it, or an empty text. */
  account = '';
  /** By EIP-155; 0 where it is not known. */
  chainId = 0;
  readonly #changed: () => void;

  /** `changed` is told when account or chain is another one. */
  constructor(provider: Provider, changed: () => void) {
    this.provider = provider;
    this.#changed = changed;
    this.#listen('on');
  }

  close(): void {
    this.#listen('removeListener');
  }

  /** Learns account and chain; asks the visitor for their consent where `prompts`. Without it there may be no account. */
  async connect(prompts: boolean, signal: AbortSignal): Promise<void> {
    const accounts = prompts
      ? await this.#ask('eth_requestAccounts', [], signal)
      : await this.#ask('eth_accounts', [], signal, READ_MS);
    this.account = accountIn(accounts);
    if (prompts && !this.account) throw new WalletError('walletBroken');
    if (this.account) await this.#readChain(signal);
  }

  /** Has the visitor switch to the chain. Throws where they are on another one afterwards. */
  async switchTo(chainId: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }], signal);
      await this.#readChain(signal);
    } catch (error) {
      // It does not know the chain, or knows of no switching: then the visitor has to see to it.
      throw error instanceof WalletError && error.fault === 'walletBroken' ? new WalletError('wrongChain') : error;
    }
    if (this.chainId !== chainId) throw new WalletError('wrongChain');
  }

  /** Has the visitor sign the text, and gives the signature in hex. */
  async sign(message: string, signal: AbortSignal): Promise<string> {
    const bytes = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0'));
    const signature = await this.#ask('personal_sign', [`0x${bytes.join('')}`, this.account], signal);
    if (typeof signature !== 'string' || !SIGNATURE.test(signature)) throw new WalletError('walletBroken');
    return signature;
  }

  async #readChain(signal: AbortSignal): Promise<void> {
    this.chainId = chainIn(await this.#ask('eth_chainId', [], signal, READ_MS));
    if (!this.chainId) throw new WalletError('walletBroken');
  }

  async #ask(method: string, params: readonly unknown[], signal: AbortSignal, patience = PROMPT_MS): Promise<unknown> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    try {
      ended.throwIfAborted();
      return await Promise.race([
        this.provider.request({ method, params }),
        new Promise((_, reject) => ended.addEventListener('abort', () => reject(new WalletError('walletBroken')))),
      ]);
    } catch (error) {
      throw faultOf(error);
    }
  }

  #listen(how: 'on' | 'removeListener'): void {
    try {
      this.provider[how]?.('accountsChanged', this.#onAccounts);
      this.provider[how]?.('chainChanged', this.#onChain);
    } catch {
      // A wallet that tells of no changes is asked again before it signs.
    }
  }

  readonly #onAccounts = (accounts: unknown): void => {
    const account = accountIn(accounts);
    if (account.toLowerCase() === this.account.toLowerCase()) return;
    this.account = account;
    this.#changed();
  };

  readonly #onChain = (chainId: unknown): void => {
    this.chainId = chainIn(chainId);
    this.#changed();
  };
}

/** What a wallet threw, which may be anything. */
function faultOf(error: unknown): WalletError {
  try {
    if (error instanceof WalletError) return error;
    const { code }: { code?: unknown } = Object(error);
    if (NO.includes(code)) return new WalletError('declined');
    if (code === ASKED_ALREADY) return new WalletError('confirm');
  } catch {
    // Not even to be looked at.
  }
  return new WalletError('walletBroken');
}

function accountIn(accounts: unknown): string {
  const [first]: unknown[] = Array.isArray(accounts) ? accounts : [];
  return typeof first === 'string' && ADDRESS.test(first) ? first : '';
}

/** In hex as EIP-1193 has it, or as a number, as some wallets do. */
function chainIn(value: unknown): number {
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 0;
}
