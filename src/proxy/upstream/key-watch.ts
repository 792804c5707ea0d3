import { type ApiKeySource, readApiKey } from '../../service/index.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { ClientSet } from './client-set.ts';

/** How long calls are left alone where the key is refused. */
export const REJECTED_PAUSE_S = 60;
/** For those with whose claims it was, so that somebody else is the next: the service may take the key from them. */
export const REJECTED_HOLD_S = 2 * REJECTED_PAUSE_S;
/** Several who were refused longer before the key was accepted may have met an outage that has passed. */
const DOUBT_MS = REJECTED_HOLD_S * 1000;
/** One comes with each pause, and a key may stay refused for days. */
const MAX_REFUSALS = 1_000;

/** An API key's source that keeps its keys out of logs from the moment they are known, and notices a new key. */
export class KeyWatch {
  /** Gives what the source gives. */
  readonly source: ApiKeySource;
  readonly #limitMs: number;
  /** Clients with whose claims the service was thought to refuse the key, and then took it from others. */
  readonly #unfounded = new ClientSet();
  #latest: string | null = null;
  #refused: string | null = null;
  /** To whom it was refused lately, since it was last accepted, and when. */
  #refusals: { client: string | null; at: number }[] = [];

  /** `limitMs`: how long the source may take, in milliseconds. */
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

  /** Whether the service did not accept the key that was given last, as far as is known. */
  get isRefused(): boolean {
    return this.#refused !== null && this.#refused === this.#latest;
  }

  /**
   * Takes note that the service answered a client's claim at `now` (epoch milliseconds) as if it did not accept the key that was given last.
   * False if it did so to this client before, and then took the key from others: what this client sends is at fault.
   */
  refused(client: string | null, now: number): boolean {
    if (this.#unfounded.has(client)) return false;
    this.#refused = this.#latest;
    this.#refusals = [...this.#refusals.slice(1 - MAX_REFUSALS), { client, at: now }];
    return true;
  }

  /** Takes note that the service accepted the key that was given last. */
  accepted(now: number): void {
    const isOne = new Set(this.#refusals.map(({ client }) => client)).size === 1;
    for (const { client, at } of this.#refusals) if (isOne || now - at <= DOUBT_MS) this.#unfounded.add(client);
    this.#refusals = [];
    this.#refused = null;
  }

  /** Whether the source gives another key now than the one that was not accepted. */
  async replaced(): Promise<boolean> {
    try {
      return (await readApiKey(this.source, this.#limitMs)) !== this.#refused;
    } catch {
      return false;
    }
  }
}
