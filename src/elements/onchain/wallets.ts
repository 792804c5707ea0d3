/** What a page can use of a wallet (EIP-1193). */
export interface Provider {
  request(question: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
}

/** A wallet that was found in the page. Name and icon come from the wallet; the icon is a `data:` address or an empty text. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly provider: Provider;
}

const ANNOUNCED = 'eip6963:announceProvider';
/** Nobody has more wallets. A page that announces more than one can look through wants to make the list useless. */
const MAX_WALLETS = 20;

/**
 * The wallets of the visitor's browser: those that announce themselves (EIP-6963), or else the one that is a global of the page. Their names are only
 * used as text.
 */
export class Wallets {
  readonly #changed: () => void;
  readonly #announced = new Map<string, Wallet>();

  /** `changed` is called for each wallet that is found. */
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

  /** Asks all wallets to announce themselves. They do so during this call, or later. */
  look(): void {
    dispatchEvent(new Event('eip6963:requestProvider'));
  }

  get found(): readonly Wallet[] {
    if (this.#announced.size > 0) return [...this.#announced.values()];
    const ethereum: unknown = Reflect.get(globalThis, 'ethereum');
    return isProvider(ethereum) ? [{ id: '', name: '', icon: '', provider: ethereum }] : [];
  }

  /** Called when a wallet announces itself. */
  handleEvent(event: Event): void {
    const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined;
    if (!wallet || this.#announced.has(wallet.id) || this.#announced.size >= MAX_WALLETS) return;
    this.#announced.set(wallet.id, wallet);
    this.#changed();
  }
}

/** The announced wallet; undefined if it is not one. Any script of the page may announce anything. */
function readWallet(detail: unknown): Wallet | undefined {
  try {
    const { info, provider }: { info?: unknown; provider?: unknown } = Object(detail);
    const { uuid, name, icon }: Record<'uuid' | 'name' | 'icon', unknown> = Object(info);
    if (typeof uuid !== 'string' || typeof name !== 'string' || !isProvider(provider)) return undefined;
    // An icon from any other address would tell its server about the visit.
    const drawn = typeof icon === 'string' && icon.startsWith('data:image/') ? icon : '';
    return { id: uuid, name, icon: drawn, provider };
  } catch {
    return undefined;
  }
}

/** An element of the page may have the name of the global. */
function isProvider(value: unknown): value is Provider {
  try {
    return value instanceof Object && 'request' in value && typeof value.request === 'function';
  } catch {
    return false;
  }
}
