import type { Address, Hex } from 'viem';
import type { Provider } from '../../src/elements/onchain/wallets.ts';
import { HARBOUR_CHAIN } from './facts.ts';
import { askChain, ProviderError } from './wallet-calls.ts';

/** What the wallet was asked, and what it did. */
export interface Heard {
  question: 'connect' | 'switch' | 'sign' | 'send';
  /** Null where it said no. */
  answer: string | null;
  /** The text that it was to sign. */
  text?: string;
}

export interface WalletOptions {
  /** The address of the chain. */
  rpc: string;
  /** By what name its account goes at the moment. */
  owner: () => string;
  /** Told of whatever the wallet was asked that others ask their owner. */
  told: (heard: Heard) => void;
}

const DECLINED = 4001;
const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const UNKNOWN_CHAIN = 4902;
const GAS = 100_000n;

/** Loaded with the first question, as it is the larger part of the page. */
const loadAccounts = async () => import('./accounts.ts');

/** A wallet as a page meets it (EIP-1193), which answers at once in the place of its owner. It signs in earnest. */
export class SimulatedWallet implements Provider {
  /** Whether it says no to whatever it is asked. */
  declines = false;
  readonly #options: WalletOptions;
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>();
  #chainId = HARBOUR_CHAIN.id;
  #connected = false;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  get chainId(): number {
    return this.#chainId;
  }

  set chainId(id: number) {
    if (this.#chainId === id) return;
    this.#chainId = id;
    this.#tell('chainChanged', hex(id));
  }

  /** To be called when `owner` has another answer. */
  async ownerChanged(): Promise<void> {
    if (this.#connected) this.#tell('accountsChanged', [(await this.#account()).address]);
  }

  on(event: string, listener: (value: unknown) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  removeListener(event: string, listener: (value: unknown) => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  async request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return hex(this.#chainId);
      case 'eth_accounts':
        return this.#connected ? [(await this.#account()).address] : [];
      case 'eth_requestAccounts':
        return this.#connect();
      case 'wallet_switchEthereumChain':
        return this.#switch(first);
      case 'personal_sign':
        return this.#sign(first, second);
      case 'eth_sendTransaction':
        return this.#send(first);
    }
    throw new ProviderError(UNSUPPORTED, `This wallet does not know ${method}.`);
  }

  async #connect(): Promise<Address[]> {
    const { address } = await this.#account();
    // A visitor who has said yes is not asked again.
    if (!this.#connected) {
      this.#demandConsent('connect');
      this.#connected = true;
      this.#options.told({ question: 'connect', answer: address });
    }
    return [address];
  }

  #switch(to: unknown): null {
    const { chainId }: { chainId?: unknown } = Object(to);
    if (chainId !== hex(HARBOUR_CHAIN.id))
      throw new ProviderError(UNKNOWN_CHAIN, 'This wallet does not know the chain.');
    if (this.#chainId === HARBOUR_CHAIN.id) return null;
    this.#demandConsent('switch');
    this.chainId = HARBOUR_CHAIN.id;
    this.#options.told({ question: 'switch', answer: HARBOUR_CHAIN.name });
    return null;
  }

  async #sign(message: unknown, from: unknown): Promise<Hex> {
    const account = await this.#accountAt(from);
    const text = (await loadAccounts()).textIn(message);
    if (text === null) throw new ProviderError(UNSUPPORTED, 'This wallet signs texts in hex.');
    this.#demandConsent('sign', text);
    const signature = await account.signMessage({ message: text });
    this.#options.told({ question: 'sign', answer: signature, text });
    return signature;
  }

  async #send(given: unknown): Promise<unknown> {
    const { from, to, data }: { from?: unknown; to?: Address; data?: Hex } = Object(given);
    const account = await this.#accountAt(from);
    if (this.#chainId !== HARBOUR_CHAIN.id)
      throw new ProviderError(UNKNOWN_CHAIN, 'This wallet has nothing to pay with there.');
    this.#demandConsent('send');
    const count = await askChain(this.#options.rpc, 'eth_getTransactionCount', [account.address, 'pending']);
    const raw = await account.signTransaction({
      chainId: HARBOUR_CHAIN.id,
      type: 'eip1559',
      nonce: Number(count),
      gas: GAS,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      ...(to && { to }),
      ...(data && { data }),
    });
    const hash = await askChain(this.#options.rpc, 'eth_sendRawTransaction', [raw]);
    this.#options.told({ question: 'send', answer: String(hash) });
    return hash;
  }

  /** What other wallets ask their owner. Throws where the answer is no. */
  #demandConsent(question: Heard['question'], text?: string): void {
    if (!this.declines) return;
    this.#options.told({ question, answer: null, ...(text !== undefined && { text }) });
    throw new ProviderError(DECLINED, 'The owner of the wallet said no.');
  }

  async #account() {
    return (await loadAccounts()).accountOf(this.#options.owner());
  }

  async #accountAt(address: unknown) {
    const account = await this.#account();
    const isOwn = typeof address === 'string' && address.toLowerCase() === account.address.toLowerCase();
    if (!isOwn || !this.#connected) throw new ProviderError(UNAUTHORIZED, 'That account is not connected.');
    return account;
  }

  #tell(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }
}

const hex = (id: number) => `0x${id.toString(16)}`;
