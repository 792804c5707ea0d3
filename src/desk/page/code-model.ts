import type { CodeView } from '../api-types.ts';
import type { DeskClient } from './desk-client.ts';
import type { ModelHost } from './model-host.ts';

const SECOND_MS = 1000;
/** After an error. */
const RETRY_MS = 5000;

/** The code on an organiser's screen: always the current one, by the proxy's clock. */
export class CodeModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  #query = new URLSearchParams();
  #timer: ReturnType<typeof setInterval> | undefined;
  #asking = false;
  #askedAt = 0;
  /** By how much the clock of the proxy is ahead of the browser's. */
  #ahead = 0;
  #view: CodeView | null = null;

  constructor(api: DeskClient, host: ModelHost) {
    this.#api = api;
    this.#host = host;
  }

  /** The code to show; null once it is no longer valid. */
  get shown(): CodeView | null {
    const view = this.#view;
    return view && view.goodUntil > this.#now ? view : null;
  }

  /** Whole seconds until the next one. */
  get left(): number {
    return Math.max(0, Math.ceil(((this.#view?.nextAt ?? 0) - this.#now) / SECOND_MS));
  }

  /** Shows the code of the query's action, until `close` is called. */
  async open(query: URLSearchParams): Promise<void> {
    this.close();
    this.#query = query;
    if (query.get('action') === null) return;
    this.#timer = setInterval(() => void this.#tick(), SECOND_MS);
    await this.#ask();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#view = null;
  }

  get #now(): number {
    return Date.now() + this.#ahead;
  }

  async #tick(): Promise<void> {
    const isDue = this.left === 0 && Date.now() - this.#askedAt > RETRY_MS;
    if (isDue && !this.#asking) await this.#host.load(() => this.#ask());
    else this.#host.draw();
  }

  async #ask(): Promise<void> {
    const query = this.#query;
    this.#asking = true;
    this.#askedAt = Date.now();
    try {
      const view = await this.#api.code(query);
      if (query !== this.#query) return;
      this.#ahead = view.now - Date.now();
      this.#view = view;
      this.#askedAt = 0;
    } finally {
      this.#asking = false;
    }
  }
}
