/** What a page may ask of a wallet (EIP-1193). */
export interface Provider {
  request(question: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
}

/** A wallet that was found in the page. Name and icon are the wallet's own; the icon is a `data:` address or an empty text. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly provider: Provider;
}

const ANNOUNCED = 'eip6963:announceProvider';
/** Nobody has more, and a page that announces more than one can look through is out to spoil the list. */
const MAX_WALLETS = 20;

/**
 * The wallets of the visitor's browser: those that announce themselves (EIP-6963), and where none does, the one that put itself into
 * the page. What they say of themselves is taken for text and nothing else.
 */
export class Wallets {
  readonly #changed: () => void;
  readonly #announced = new Map<string, Wallet>();

  /** `changed` is told of each that is found. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  connect(): void {
    addEventListener(ANNOUNCED, this);
    this.look();
  }

  disconnect(): void {
    removeEventListener(ANNOUNCED, this);
  }

  /** Has all wallets announce themselves. They do so while this is called, or later. */
  look(): void {
    dispatchEvent(new Event('eip6963:requestProvider'));
  }

  get found(): readonly Wallet[] {
    if (this.#announced.size > 0) return [...this.#announced.values()];
    const ethereum: unknown = Reflect.get(globalThis, 'ethereum');
    return isProvider(ethereum) ? [{ id: '', name: '', icon: '', provider: ethereum }] : [];
  }

  /** Hears a wallet announce itself. */
  handleEvent(event: Event): void {
    const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined;
    if (!wallet || this.#announced.has(wallet.id) || this.#announced.size >= MAX_WALLETS) return;
    this.#announced.set(wallet.id, wallet);
    this.#changed();
  }
}

/** A wallet, or undefined where what is announced is none; scripts of the page may announce anything. */
function readWallet(detail: unknown): Wallet | undefined {
  try {
    const { info, provider }: { info?: unknown; provider?: unknown } = Object(detail);
    const { uuid, name, icon }: Record<'uuid' | 'name' | 'icon', unknown> = Object(info);
    if (typeof uuid !== 'string' || typeof name !== 'string' || !isProvider(provider)) return undefined;
    // Any other address would tell its server of the visit.
    const drawn = typeof icon === 'string' && icon.startsWith('data:image/') ? icon : '';
    return { id: uuid, name, icon: drawn, provider };
  } catch {
    return undefined;
  }
}

/** An element of the page may go by the name, too. */
function isProvider(value: unknown): value is Provider {
  try {
    return value instanceof Object && 'request' in value && typeof value.request === 'function';
  } catch {
    return false;
  }
}
