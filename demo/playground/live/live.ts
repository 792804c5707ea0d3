import { proxy } from 'comlink';
import { FirstViews } from '../../in-page/first-views.ts';
import { intercept, release } from '../../in-page/intercept.ts';
import { type Answer, askedOf } from '../../in-page/messages.ts';
import { once } from '../../../src/common/once.ts';
import { backendThread } from '../../in-page/thread.ts';
import { configFor } from '../config.ts';
import { endpointOf, type Settings } from '../settings.ts';
import type { LiveSetup } from './backend.ts';
import type { Tell } from './log.ts';

/** What a widget asks for below its endpoint. Nothing else there is answered in the page. */
const PATHS = ['/actions/', '/claims/', '/sign-in/', '/sign-out'];

/** A backend in the page's other thread, for who is the visitor at that time. */
interface Remote {
  answer: Answer;
  memberToken(): Promise<string | null>;
  /** Loads what the first claim takes. */
  prepare(): Promise<void>;
}

/** Keeps the backend that fits the settings, at the widget's own endpoint. */
export class Live {
  readonly #tell: Tell;
  readonly #usual: string;
  readonly #firstViews = new FirstViews(async () => this.#made === this.#usual);
  #made = '';
  #addresses: string[] = [];
  #visitor = '';
  /** Loads it when it is first called. */
  backend: (() => Promise<Remote>) | null = null;

  /** `usual` is what the page has settings for that say nothing. */
  constructor(tell: Tell, usual: Settings) {
    this.#tell = tell;
    this.#usual = kindOf(usual);
  }

  /** Gives whether there is another backend now, of which the widget knows nothing yet. */
  use(settings: Settings): boolean {
    const { trust, fault, visitor } = settings;
    const wanted = kindOf(settings);
    const other = wanted !== this.#made || visitor !== this.#visitor;
    this.#visitor = visitor;
    if (wanted === this.#made) return other;
    this.#made = wanted;
    const signInPage = new URL('sign-in/', document.baseURI).href;
    const backend = once(() => this.#open({ config: configFor(settings), trust, fault, signInPage }));
    this.backend = backend;
    this.#answerAt(
      endpointOf(settings),
      async (request, below) => (await this.#firstViews.answer(request, below)) ?? (await backend()).answer(request),
    );
    return other;
  }

  /** Forgets every claim, and the community what it gave. */
  startAfresh(settings: Settings): void {
    this.#made = '';
    this.use(settings);
  }

  memberToken = async (): Promise<string | null> => (await this.backend?.())?.memberToken() ?? null;

  /** Loads what the first claim takes, without being asked. */
  async prepare(): Promise<void> {
    await (await this.backend?.())?.prepare();
  }

  async #open(setup: LiveSetup): Promise<Remote> {
    const remote = await (await backendThread()).openLive(setup, proxy(this.#tell));
    return {
      answer: askedOf((sent) => remote.answer(this.#visitor, sent)),
      memberToken: () => remote.memberToken(this.#visitor),
      prepare: () => remote.prepare(),
    };
  }

  #answerAt(endpoint: string, answer: (request: Request, below: string) => Promise<Response>): void {
    for (const address of this.#addresses) release(address);
    const { href } = new URL(endpoint, document.baseURI);
    this.#addresses = PATHS.map((path) => href + path);
    for (const below of this.#addresses) intercept({ below, answer: (request) => answer(request, href) });
  }
}

/** Backends for the same are alike. */
function kindOf(settings: Settings): string {
  return JSON.stringify([configFor(settings), settings.trust, settings.fault, endpointOf(settings)]);
}
