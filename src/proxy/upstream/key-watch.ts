import { type ApiKeySource, readApiKey } from '../../service/index.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { ClientSet } from './client-set.ts';

/** How long calls pause after the key was refused. */
export const REJECTED_PAUSE_S = 60;
/** The longer pause for the clients with whose claims it was refused, so that another client comes first: the service may accept the key from it. */
export const REJECTED_HOLD_S = 2 * REJECTED_PAUSE_S;
/** If several clients were refused longer than this before the key was accepted, the cause may have been an outage. */
const DOUBT_MS = REJECTED_HOLD_S * 1000;
/** There is one with each pause, and a key may be refused for days. */
const MAX_REFUSALS = 1_000;

/** Wraps the source of an API key: keeps its keys out of logs as soon as they are known, and notices a new key. */
export class KeyWatch {
  /** Returns what the wrapped source returns. */
  readonly source: ApiKeySource;
  readonly #limitMs: number;
  /** Clients with whose claims the service seemed to refuse the key, but then accepted it with claims of others. */
  readonly #unfounded = new ClientSet();
  #latest: string | null = null;
  #refused: string | null = null;
  /** The refusals since the key was last accepted: the client of each, and the time. */
  #refusals: { client: string | null; at: number }[] = [];

  /** `limitMs` is how long the source may take. */
  constructor(source: ApiKeySource, secrets: Secrets, limitMs: number) {
    const note = (key: string): string => {
      if (key.trim() !== this.#latest) {
        this.#unfounded.clear();
        this.#refusals = [];
      }
      this.#latest = key.trim();
      secrets.remember(this.#latest);
      return key;
    };
    this.source = () => {
      const key = source();
      return typeof key === 'string' ? note(key) : key.then(note);
    };
    this.#limitMs = limitMs;
  }

  /** Whether the service did not accept the latest key, as far as is known. */
  get isRefused(): boolean {
    return this.#refused !== null && this.#refused === this.#latest;
  }

  /**
   * Call if the reply to a client's claim, at `now` (epoch milliseconds), is that of a key that is not accepted. False if the same happened to this
   * client before, and the key was then accepted with claims of others: the cause is what this client sends.
   */
  refused(client: string | null, now: number): boolean {
    if (this.#unfounded.has(client)) return false;
    this.#refused = this.#latest;
    this.#refusals = [...this.#refusals.slice(1 - MAX_REFUSALS), { client, at: now }];
    return true;
  }

  /** Call if the service accepted the latest key. */
  accepted(now: number): void {
    const isOne = new Set(this.#refusals.map(({ client }) => client)).size === 1;
    for (const { client, at } of this.#refusals) if (isOne || now - at <= DOUBT_MS) this.#unfounded.add(client);
    this.#refusals = [];
    this.#refused = null;
  }

  /** Whether the source now has another key than the one that was not accepted. */
  async replaced(): Promise<boolean> {
    try {
      return (await readApiKey(this.source, this.#limitMs)) !== this.#refused;
    } catch {
      return false;
    }
  }
}
