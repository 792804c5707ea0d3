import type { GiftOutcome } from '../../proxy/index.ts';
import type { GiftFileView, GiftRequest, GiftRunView } from '../api-types.ts';
import { NO_TEXT, giftText } from '../gifts/gift-text.ts';
import { ApiError, type DeskClient } from './desk-client.ts';
import { number } from './format.ts';
import type { ModelHost } from './model-host.ts';
import { fill, TEXTS } from './texts.ts';

const POLL_MS = 500;

/** What is given by hand: one gift, or a file of them, which is given where the proxy runs. */
export class GiftModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  #polling = false;

  tab: 'one' | 'file' = 'one';
  /** Which service was chosen to give. */
  service: string | undefined;
  /** What came of the last gift. */
  outcome: GiftOutcome | null = null;
  /** What is wrong with the file that was chosen last. */
  check: GiftFileView | null = null;
  /** The file that is held, and how far it is. */
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

  /** Looks what is held, as another window may have begun it. */
  async open(): Promise<void> {
    this.file = await this.#api.giftFile();
    if (this.file?.run) this.tab = 'file';
    this.#follow();
  }

  async giveOne(gift: GiftRequest): Promise<void> {
    this.outcome = null;
    await this.#host.load(async () => {
      this.outcome = await this.#api.give(gift);
      if (gift.by !== undefined) this.#host.named(gift.by);
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
      if (by !== undefined) this.#host.named(by);
    });
    this.#follow();
  }

  async stop({ id }: GiftRunView): Promise<void> {
    await this.#load(async () => {
      this.file = await this.#api.stopGifts(id);
    });
  }

  /** Another window may have changed what is held, which is then the reason for the failure. */
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

  /** Another file. */
  clear(): void {
    this.check = null;
    this.file = null;
    this.#host.draw();
  }

  /** Looks again and again how far the file is, until it is over. */
  #follow(): void {
    if (this.#polling || !this.isRunning) return;
    this.#polling = true;
    setTimeout(() => void this.#look(), POLL_MS);
  }

  async #look(): Promise<void> {
    // The desk may be away for a moment; the run does not need the page.
    this.file = await this.#api.giftFile().catch(() => this.file);
    this.#polling = false;
    const { file } = this;
    if (file?.run?.isOver) this.#host.say(`${file.name}: ${runText(file.run)}`);
    this.#host.draw();
    this.#follow();
  }
}

/** How far it is, in words. */
export function runText({ total, left, isOver }: NonNullable<GiftRunView['run']>): string {
  const { giving, stopped, over } = TEXTS.give.file;
  return fill(!isOver ? giving : left > 0 ? stopped : over, { done: number(total - left), total: number(total) });
}

/** A program that has the file open may keep others from it. Throws `ApiError`. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ApiError('invalid-request', fill(TEXTS.give.file.unreadable, { name: file.name }));
  }
}
