import { intercept, release } from '../../in-page/intercept.ts';
import { FAULTS } from '../choices.ts';
import { configFor } from '../config.ts';
import { endpointOf, type Settings } from '../settings.ts';
import type { LiveBackend } from './backend.ts';
import type { Tell } from './log.ts';

/** What a widget asks for below its endpoint. Nothing else there is answered in the page. */
const PATHS = ['/actions/', '/claims/', '/sign-in/', '/sign-out'];

/** Keeps the backend that fits the settings, at the widget's own endpoint. */
export class Live {
  readonly #tell: Tell;
  readonly #module = import('./backend.ts');
  #made = '';
  #addresses: string[] = [];
  #visitor = '';
  backend: Promise<LiveBackend> | null = null;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Gives whether there is another backend now, of which the widget knows nothing yet. */
  use(settings: Settings): boolean {
    const { trust, fault, visitor } = settings;
    const config = configFor(settings);
    const wanted = JSON.stringify([config, trust, fault, endpointOf(settings)]);
    const other = wanted !== this.#made || visitor !== this.#visitor;
    this.#visitor = visitor;
    if (wanted === this.#made) return other;
    this.#made = wanted;
    const setup = {
      config,
      trust,
      fault: FAULTS.find(({ value }) => value === fault),
      visitor: () => this.#visitor,
      tell: this.#tell,
    };
    const backend = this.#module.then(({ openLive }) => openLive(setup));
    this.backend = backend;
    this.#answerAt(endpointOf(settings), async (request) => (await backend).answer(request));
    return other;
  }

  /** Forgets every claim, and the community what it gave. */
  startAfresh(settings: Settings): void {
    this.#made = '';
    this.use(settings);
  }

  memberToken = async (): Promise<string | null> => (await this.backend)?.memberToken() ?? null;

  /** Loads what the first claim takes, without being asked. */
  async prepare(): Promise<void> {
    await (await this.backend)?.ledger.prepare();
  }

  #answerAt(endpoint: string, answer: (request: Request) => Promise<Response>): void {
    for (const address of this.#addresses) release(address);
    const { href } = new URL(endpoint, document.baseURI);
    this.#addresses = PATHS.map((path) => href + path);
    for (const below of this.#addresses) intercept({ below, answer });
  }
}
