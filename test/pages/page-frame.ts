import { withAddresses } from '../../demo/plugins/addresses.ts';
import { waitUntil } from '../elements/wait-until.ts';

type PageWindow = Window & typeof globalThis;

/** What a page asks its server. */
export interface Asked {
  method: string;
  /** With the query, from the root of the page. */
  path: string;
  body: unknown;
}

export type Server = (asked: Asked) => Response | Promise<Response>;

export interface PageFrameOptions {
  /** The folder of the page, from the root of the repository with a slash on both ends. All that it has is loaded, but for its policy. */
  page: string;
  server: Server;
  size?: { width: number; height: number };
  /** What follows the page's address, such as `#/claims`. */
  hash?: string;
  /** Is told of the window before the page's script runs in it. */
  prepare?: (window: PageWindow) => void;
}

const BLANK = '/test/pages/blank/';
/** The root of the demo's site. */
const SITE = '/demo';
/** The page's own server answers for its proxy and its emulator, too. */
const OF_THE_PAGE = { proxy: '', emulator: '' };

const opened = new Set<PageFrame>();

beforeEach(() => localStorage.clear());

afterEach(() => {
  const errors = Array.from(opened, (page) => page.close()).flat();
  opened.clear();
  if (errors.length > 0) throw new Error(`The page threw: ${errors.join('; ')}`);
});

/** One of our pages in a frame, before a server that the test plays. It is closed after the test, which fails where a script of it has thrown. */
export class PageFrame {
  readonly #frame: HTMLIFrameElement;
  readonly window: PageWindow;
  readonly asked: Asked[] = [];
  /** What the page's scripts threw, or left unhandled. */
  readonly #errors: string[] = [];

  private constructor(frame: HTMLIFrameElement, window: PageWindow) {
    this.#frame = frame;
    this.window = window;
    window.addEventListener('error', ({ message }) => this.#errors.push(message));
    window.addEventListener('unhandledrejection', ({ reason }) => this.#errors.push(String(reason)));
  }

  static async open({ page, server, size, hash = '', prepare }: PageFrameOptions): Promise<PageFrame> {
    const { width, height } = size ?? { width: 1280, height: 900 };
    const frame = document.createElement('iframe');
    frame.style.cssText = `border: 0; width: ${width}px; height: ${height}px`;
    frame.src = BLANK + hash;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    await loaded;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the frame has a document of this very origin
    const made = new PageFrame(frame, frame.contentWindow as PageWindow);
    opened.add(made);
    made.window.fetch = (input, init) => made.#answer(server, input, init);
    prepare?.(made.window);
    await made.#load(page);
    return made;
  }

  get document(): Document {
    return this.window.document;
  }

  /** What can be read on the page. */
  get text(): string {
    return this.document.body.innerText;
  }

  /** Resolves once the page says that. */
  async reads(pattern: RegExp): Promise<string> {
    await waitUntil(() => pattern.test(this.text), `nothing on the page matches ${pattern}`).catch((error: Error) => {
      throw new Error(`${error.message}:\n${this.text}`, { cause: error });
    });
    return this.text;
  }

  /** Goes where an address leads. */
  go(hash: string): void {
    this.window.location.hash = hash;
  }

  /** Presses the first button, link or switch that has the text on it, once it can be. */
  async press(text: string): Promise<void> {
    const isIt = (one: HTMLElement) => one.innerText.trim().startsWith(text) && !one.matches(':disabled');
    await waitUntil(() => this.all('button, a, [role=menuitemcheckbox]').some(isIt), `nothing is called ${text}`);
    this.all('button, a, [role=menuitemcheckbox]').find(isIt)?.click();
  }

  /** Fills a field in, as somebody who types. */
  async fill(selector: string, value: string): Promise<void> {
    await waitUntil(() => this.all(selector).length > 0, `there is no ${selector}`);
    const [field] = this.all<HTMLInputElement>(selector);
    if (!field) return;
    field.value = value;
    field.dispatchEvent(new this.window.InputEvent('input', { bubbles: true }));
  }

  all<Found extends HTMLElement = HTMLElement>(selector: string): Found[] {
    return Array.from(this.document.querySelectorAll<Found>(selector));
  }

  /** By how much the page is wider than its window. */
  get excess(): number {
    // Where a scroll bar takes room of its own there is less than the window has.
    return Math.max(0, this.document.documentElement.scrollWidth - this.window.innerWidth);
  }

  /** Gives what its scripts threw. */
  close(): readonly string[] {
    this.#frame.remove();
    return this.#errors;
  }

  async #answer(server: Server, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const address = typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
    const request = new Request(new URL(address, this.document.baseURI), init);
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    const asked = {
      method: request.method,
      path: pathname.replace(BLANK, '/') + search,
      body: text === '' ? null : JSON.parse(text),
    };
    this.asked.push(asked);
    return server(asked);
  }

  /** Brings in what the page has, its script last: that finds all of it. */
  async #load(page: string): Promise<void> {
    const html = withAddresses(await (await fetch(`${page}index.html`)).text(), OF_THE_PAGE);
    const { body, documentElement, head } = new DOMParser().parseFromString(html, 'text/html');
    const here = this.document;
    here.documentElement.lang = documentElement.lang;
    here.documentElement.dir = documentElement.dir;
    here.body.append(...Array.from(body.childNodes, (node) => here.importNode(node, true)));
    const addressOf = (address: string) => (address.startsWith('/') ? SITE + address : page + address);
    const sheets = Array.from(head.querySelectorAll('link[rel=stylesheet]'), (link) =>
      this.#add('link', { rel: 'stylesheet', href: addressOf(link.getAttribute('href') ?? '') }),
    );
    await Promise.all(sheets);
    for (const script of head.querySelectorAll('script[type=module]')) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await this.#add('script', { type: 'module', src: addressOf(script.getAttribute('src') ?? '') });
    }
  }

  #add(tag: string, attributes: Record<string, string>): Promise<unknown> {
    const element = this.document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return new Promise((resolve, reject) => {
      element.addEventListener('load', resolve);
      element.addEventListener('error', () => reject(new Error(`${Object.values(attributes).join(' ')} is not there`)));
      this.document.head.append(element);
    });
  }
}
