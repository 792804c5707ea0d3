import type { Provider } from '../../../src/elements/onchain/wallets.ts';

export const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';
export const OTHER_ACCOUNT = '0xde709f2102306220921060314715629080e2fb77';
export const SIGNATURE: string = `0x${'ab'.repeat(65)}`;
export const ICON = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

interface Question {
  method: string;
  params?: readonly unknown[];
}

/** What a wallet does when it is asked: gives a value, throws, or lets one wait. */
type Reply = (params: readonly unknown[]) => unknown;

/** A wallet that does what the test says, and otherwise what a wallet does whose visitor says yes. */
export class ScriptedWallet implements Provider {
  readonly asked: Question[] = [];
  /** Whether the visitor has let the page see the account before. */
  connected = false;
  account: string = ACCOUNT;
  chainId: unknown = '0x1';
  readonly replies = new Map<string, Reply>();
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>();

  readonly request = async (question: Question): Promise<unknown> => {
    this.asked.push(question);
    const { method, params = [] } = question;
    const reply = this.replies.get(method);
    return reply ? reply(params) : this.#usual(method, params);
  };

  on(event: string, listener: (value: unknown) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  removeListener(event: string, listener: (value: unknown) => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  tell(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }

  /** How many listen to its events. */
  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** How often it was asked that. */
  count(method: string): number {
    return this.asked.filter((question) => question.method === method).length;
  }

  #usual(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_accounts':
        return this.connected ? [this.account] : [];
      case 'eth_requestAccounts':
        this.connected = true;
        return [this.account];
      case 'eth_chainId':
        return this.chainId;
      case 'wallet_switchEthereumChain':
        ({ chainId: this.chainId } = Object(params[0]));
        this.tell('chainChanged', this.chainId);
        return null;
      case 'personal_sign':
        return SIGNATURE;
      default:
        throw Object.assign(new Error(`It does not know ${method}.`), { code: 4200 });
    }
  }
}

/** Announces wallets to the page (EIP-6963), each time that it asks, until they are taken away. */
export class Announcements {
  readonly #details = new Set<unknown>();

  constructor() {
    addEventListener('eip6963:requestProvider', this);
  }

  handleEvent(): void {
    for (const detail of this.#details) this.#announce(detail);
  }

  add(name: string, provider: unknown, info: object = {}): void {
    const detail = { info: { uuid: name, name, icon: ICON, rdns: 'example.wallet', ...info }, provider };
    this.#details.add(detail);
    this.#announce(detail);
  }

  /** Announces anything at all. */
  addRaw(detail: unknown): void {
    this.#details.add(detail);
  }

  remove(): void {
    removeEventListener('eip6963:requestProvider', this);
  }

  #announce(detail: unknown): void {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  }
}
