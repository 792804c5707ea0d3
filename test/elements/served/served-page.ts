import { fixture, html, oneEvent } from '@open-wc/testing';
import type { FakeProxy } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part } from '../widget.ts';

type Page = Window & typeof globalThis & { proxy?: FakeProxy };

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** How much has moved, and what from where. */
function describeShift({ value, sources }: LayoutShift): string {
  const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ');
  const moves = sources.map(
    ({ node, previousRect, currentRect }) => `${node?.nodeName} from ${rect(previousRect)} to ${rect(currentRect)}`,
  );
  return `${value}: ${moves.join('; ')}`;
}

/** A page that a server drew, in a frame, without a script at first. It takes down its own errors and layout shifts. */
export class ServedPage {
  readonly #window: Page;
  readonly errors: string[] = [];
  readonly shifts: string[] = [];
  /** How often a widget was about to be painted without its card. */
  blanks = 0;
  /** How often a widget had a card whose content is hidden, since it has no texts yet. */
  hidden = 0;

  private constructor(window: Page) {
    this.#window = window;
    window.console.error = (...texts) => this.errors.push(texts.join(' '));
    window.addEventListener('error', ({ message }) => this.errors.push(message));
    window.addEventListener('unhandledrejection', ({ reason }) => this.errors.push(String(reason)));
  }

  /** Opens it; for the query see `test/support/pages/served-page.ts`. */
  static async open(query: Record<string, string>): Promise<ServedPage> {
    const frame = document.createElement('iframe');
    frame.src = `/test/elements/pages/served.html?${new URLSearchParams(query)}`;
    frame.style.inlineSize = '600px';
    frame.style.blockSize = '2000px';
    const box = await fixture(html`<div></div>`);
    const loaded = oneEvent(frame, 'load');
    box.append(frame);
    await loaded;
    const page = new ServedPage(frame.contentWindow as Page);
    await page.painted();
    page.#watchShifts();
    return page;
  }

  /** From what the server drew on. A browser may paint before it has parsed the form of the page's own, which moves what is below when it comes. */
  #watchShifts(): void {
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
    new this.#window.PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.shifts.push(describeShift(entry as LayoutShift));
    }).observe({ type: 'layout-shift' });
  }

  /** Loads a script of `test/elements/pages`, and waits until every element has drawn itself. */
  async run(script: 'served' | 'hydrating'): Promise<void> {
    const element = this.#window.document.createElement('script');
    element.type = 'module';
    element.src = `/test/elements/pages/${script}.ts`;
    let watching = true;
    const watch = () => {
      this.blanks += this.widgets.filter((widget) => !hasPart(widget, 'card')).length;
      if (watching) this.#window.requestAnimationFrame(watch);
    };
    watch();
    const observer = new this.#window.MutationObserver(() => {
      this.hidden += this.widgets.filter((widget) => widget.shadowRoot?.querySelector('[aria-busy=true]')).length;
    });
    for (const { shadowRoot } of this.widgets) if (shadowRoot) observer.observe(shadowRoot, { childList: true });
    this.#window.document.head.append(element);
    await waitUntil(() => this.widgets.every((widget) => Reflect.get(widget, 'hasUpdated')), 'not drawn anew');
    await this.painted();
    watching = false;
    observer.disconnect();
  }

  async painted(): Promise<void> {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(this.#window.requestAnimationFrame);
  }

  get proxy(): FakeProxy {
    const { proxy } = this.#window;
    if (!proxy) throw new Error('The page has no script yet.');
    return proxy;
  }

  get widgets(): HTMLElement[] {
    const tags = 'rewards-checkin, rewards-role, rewards-onchain, rewards-signup, rewards-member';
    return [...this.#window.document.querySelectorAll<HTMLElement>(tags)];
  }

  widget(tag: string): HTMLElement {
    const widget = this.widgets.find(({ localName }) => localName === tag);
    if (!widget) throw new Error(`There is no ${tag}.`);
    return widget;
  }

  /** Where every card begins and how tall it is. */
  get cards(): [top: number, height: number][] {
    return this.widgets.map((widget) => {
      const { top, height } = part(widget, 'card').getBoundingClientRect();
      return [top, height];
    });
  }

  /** Where everything begins, from above. */
  get tops(): number[] {
    return [...this.#window.document.body.children].map((node) => node.getBoundingClientRect().top);
  }
}
