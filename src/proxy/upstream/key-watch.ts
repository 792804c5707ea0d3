import { type ApiKeySource, readApiKey } from '../../service/index.ts';
import type { Secrets } from '../secrets.ts';

/** An API key's source that keeps its keys out of logs from the moment they are known, and notices a new key. */
export class KeyWatch {
  /** Gives what the source gives. */
  readonly source: ApiKeySource;
  readonly #limitMs: number;
  #latest: string | null = null;
  #refused: string | null = null;

  /** `limitMs`: how long the source may take, in milliseconds. */
  constructor(source: ApiKeySource, secrets: Secrets, limitMs: number) {
    const note = (key: string): string => {
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

  /** Takes note that the service did not accept the key that was given last. */
  refused(): void {
    this.#refused = this.#latest;
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
