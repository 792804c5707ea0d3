import type { OnchainMessages } from './messages.ts';
import type { Provider } from './wallets.ts';

/** The time for visitors to answer their wallet. */
const PROMPT_MS = 120_000;
/** The time for a wallet to answer without asking the visitor. */
const READ_MS = 10_000;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Whole bytes, and not more than a proxy accepts. */
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,8191}$/i;

/** The codes for a visitor who declined: those of EIP-1193, and what libraries make of them. */
const NO: readonly unknown[] = [4001, 5000, 'ACTION_REJECTED'];
/** The visitor was already asked and has not answered yet. */
const ASKED_ALREADY = -32_002;

/** Why a wallet cannot be used, as the key of the text that says so. */
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
 * One wallet, used with care: it may never answer, throw something other than an error, or return something unexpected. Each of these becomes a
 * `WalletError`. Nothing here sends a transaction.
 */
export class WalletSession {
  readonly provider: Provider;
  /** The account in the wallet's spelling, or an empty text. */
  account = '';
  /** The id of EIP-155; 0 if it is not known. */
  chainId = 0;
  readonly #changed: () => void;

  /** `changed` is called when the account or the chain has changed. */
  constructor(provider: Provider, changed: () => void) {
    this.provider = provider;
    this.#changed = changed;
    this.#listen('on');
  }

  close(): void {
    this.#listen('removeListener');
  }

  /** Reads account and chain. Asks for the visitor's consent if `prompts` is true: without consent there may be no account. */
  async connect(prompts: boolean, signal: AbortSignal): Promise<void> {
    const accounts = prompts
      ? await this.#ask('eth_requestAccounts', [], signal)
      : await this.#ask('eth_accounts', [], signal, READ_MS);
    this.account = accountIn(accounts);
    if (prompts && !this.account) throw new WalletError('walletBroken');
    if (this.account) await this.#readChain(signal);
  }

  /** Lets the visitor switch to the chain. Throws if the wallet is on another one afterwards. */
  async switchTo(chainId: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }], signal);
      await this.#readChain(signal);
    } catch (error) {
      // The wallet does not know the chain, or cannot switch: then the visitor has to do it.
      throw error instanceof WalletError && error.fault === 'walletBroken' ? new WalletError('wrongChain') : error;
    }
    if (this.chainId !== chainId) throw new WalletError('wrongChain');
  }

  /** Lets the visitor sign the text, and returns the signature in hex. */
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
      // A wallet that reports no changes is asked again before it signs.
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

/** The error for what a wallet threw, which may be anything. */
function faultOf(error: unknown): WalletError {
  try {
    if (error instanceof WalletError) return error;
    const { code }: { code?: unknown } = Object(error);
    if (NO.includes(code)) return new WalletError('declined');
    if (code === ASKED_ALREADY) return new WalletError('confirm');
  } catch {
    // Even reading it may throw.
  }
  return new WalletError('walletBroken');
}

function accountIn(accounts: unknown): string {
  const [first]: unknown[] = Array.isArray(accounts) ? accounts : [];
  return typeof first === 'string' && ADDRESS.test(first) ? first : '';
}

/** A chain id in hex, as in EIP-1193, or as a number, as in some wallets. */
function chainIn(value: unknown): number {
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 0;
}
