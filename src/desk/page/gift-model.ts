import type { GiftOutcome } from '../../proxy/index.ts';
import type { GiftFileView, GiftRequest, GiftRunView } from '../api-types.ts';
import { NO_TEXT, giftText } from '../gifts/gift-text.ts';
import { ApiError, type DeskClient } from './desk-client.ts';
import { number } from './format.ts';
import type { ModelHost } from './model-host.ts';
import { fill, TEXTS } from './texts.ts';

const POLL_MS = 500;

/** Gifts by hand: one, or a file of them. The proxy's process gives a file, so it goes on without the page. */
export class GiftModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  #polling = false;

  tab: 'one' | 'file' = 'one';
  /** The service that was chosen. */
  service: string | undefined;
  /** The outcome of the last single gift. */
  outcome: GiftOutcome | null = null;
  /** The result of checking the file that was chosen last. */
  check: GiftFileView | null = null;
  /** The file that the desk holds, and how far it is given. */
  file: GiftRunView | null = null;

  constructor(api: DeskClient, host: ModelHost) {
    this.#api = api;
    this.#host = host;
  }

  get isRunning(): boolean {
    return this.file?.run?.isOver === false;
  }

  show(tab: 'one' | 'file'): void {
    this.tab = tab;
    this.#host.draw();
  }

  /** Loads the file that the desk holds: another window may have started it. */
  async open(): Promise<void> {
    this.file = await this.#api.giftFile();
    if (this.file?.run) this.tab = 'file';
    this.#startPolling();
  }

  async giveOne(gift: GiftRequest): Promise<void> {
    this.outcome = null;
    await this.#host.load(async () => {
      this.outcome = await this.#api.give(gift);
      if (gift.by !== undefined) this.#host.rememberName(gift.by);
    });
  }

  async choose(file: File, service: string | undefined): Promise<void> {
    this.check = null;
    this.file = null;
    await this.#host.load(async () => {
      const text = giftText(await bytesOf(file));
      if (text === null) {
        const badLines = [{ line: 1, issues: [NO_TEXT] }];
        this.check = { name: file.name, badLines, badLineCount: 1, look: null };
        return;
      }
      this.check = await this.#api.checkGifts({ name: file.name, text, ...(service && { service }) });
      this.file = await this.#api.giftFile();
    });
  }

  async start({ id }: GiftRunView, by: string | undefined): Promise<void> {
    await this.#load(async () => {
      this.file = await this.#api.startGifts(id, by);
      if (by !== undefined) this.#host.rememberName(by);
    });
    this.#startPolling();
  }

  async stop({ id }: GiftRunView): Promise<void> {
    await this.#load(async () => {
      this.file = await this.#api.stopGifts(id);
    });
  }

  /** If the work fails, loads the file again: another window may have changed it, which is then the reason. */
  #load(work: () => Promise<void>): Promise<void> {
    return this.#host.load(async () => {
      try {
        await work();
      } catch (error) {
        this.file = await this.#api.giftFile().catch(() => this.file);
        throw error;
      }
    });
  }

  /** Makes room for another file. */
  clear(): void {
    this.check = null;
    this.file = null;
    this.#host.draw();
  }

  /** Asks again and again how far the file is, until it is finished. */
  #startPolling(): void {
    if (this.#polling || !this.isRunning) return;
    this.#polling = true;
    setTimeout(() => void this.#poll(), POLL_MS);
  }

  async #poll(): Promise<void> {
    // The desk may be unreachable for a moment. The run does not need the page.
    this.file = await this.#api.giftFile().catch(() => this.file);
    this.#polling = false;
    const { file } = this;
    if (file?.run?.isOver) this.#host.say(`${file.name}: ${runText(file.run)}`);
    this.#host.draw();
    this.#startPolling();
  }
}

/** How far it is, in words. */
export function runText({ total, left, isOver }: NonNullable<GiftRunView['run']>): string {
  const { giving, stopped, over } = TEXTS.give.file;
  return fill(!isOver ? giving : left > 0 ? stopped : over, { done: number(total - left), total: number(total) });
}

/** Throws `ApiError` if the file cannot be read, for example because another program has locked it. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ApiError('invalid-request', fill(TEXTS.give.file.unreadable, { name: file.name }));
  }
}
