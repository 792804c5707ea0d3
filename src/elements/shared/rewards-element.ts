import { LitElement, type PropertyDeclarations, ReactiveElement } from 'lit';
import { type Localization, localize, readers, tellReaders } from './localization.ts';
import { loadPart } from '../client/load-part.ts';
import type { LocaleMessages } from './messages.ts';
import { ofDocument } from '../client/own-document.ts';
import type { Served } from './served/served.ts';

/** Whether this is a simulated browser, such as jsdom or happy-dom: those lack custom states, so no element can be drawn. */
const IS_STAND_IN: boolean = !globalThis.CustomStateSet && 'Node' in globalThis;

/** Has all widgets follow the page's language when a script, or the translation of the page, changes it. */
let observer: MutationObserver | undefined;

/**
 * What all elements have in common: how they are registered, their language, custom states, and the look of a card with
 * a field for the member's id.
 *
 * @csspart card - All of it.
 * @csspart field - The field for the member's id, with all that belongs to it.
 * @csspart label - Its label.
 * @csspart input - Its input.
 * @csspart hint - The line below it, which also tells of a doubt.
 * @csspart error - The same line when it names an error.
 * @csspart help - The disclosure on how to find one's id.
 * @csspart help-summary - Its summary.
 * @csspart steps - The list of steps in it.
 * @csspart remember - The label and checkbox that ask to remember the id.
 *
 * @cssproperty [--rewards-accent=light-dark(#4338ca, #a5b4fc)] - Colour of button, links and focus.
 * @cssproperty [--rewards-text=light-dark(#1c1d26, #eceef5)] - Colour of text.
 * @cssproperty [--rewards-surface=light-dark(#fff, #1c1d24)] - Colour of the card.
 * @cssproperty [--rewards-border=color-mix(in srgb, var(--rewards-text) 16%, var(--rewards-surface))] - Colour of the card's border.
 * @cssproperty [--rewards-bad=light-dark(#b42318, #ffa198)] - Colour of errors.
 * @cssproperty [--rewards-radius=1em] - Radius of the card's corners; those within follow.
 * @cssproperty [--rewards-gap=1em] - The space that all others are made from.
 * @cssproperty [--rewards-shadow=0 0.25em 1em #0001] - Shadow of the card.
 * @cssproperty [--rewards-font=inherit] - Font family; by default that of the page.
 */
export abstract class RewardsElement extends LitElement {
  /** The tag that `define` registers by default. */
  declare static readonly tag: string;

  /**
   * Registers the element. Does nothing where the tag is taken, by another copy of this script for instance, or where
   * there are no custom elements, or no custom states. Each further tag gets a class of its own, as the platform demands.
   */
  static define(
    this: CustomElementConstructor & { tag: string },
    tag: string = this.tag,
    registry: CustomElementRegistry | undefined = IS_STAND_IN ? undefined : globalThis.customElements,
  ): void {
    if (registry && !registry.get(tag)) registry.define(tag, registry.getName?.(this) ? class extends this {} : this);
  }

  static override properties: PropertyDeclarations = {
    lang: { reflect: true, useDefault: true },
    texts: { attribute: false },
  };

  declare readonly ['constructor']: typeof RewardsElement;
  /** @internal */
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals: ElementInternals = this.attachInternals();
  /** What a server drew, with the visitor's input there; null if it drew nothing; undefined until that is known. */
  protected served: Served | null | undefined;

  /** The language of texts, numbers and dates; else that of the nearest element that has one, or of the page. */
  declare lang: string;

  /** Texts of this element alone, in place of those of the page and of its language. */
  declare texts?: Partial<LocaleMessages>;

  constructor() {
    super();
    this.lang = '';
    this.addController({
      hostConnected: () => {
        readers.add(this);
        const page = ofDocument('documentElement');
        if (page) (observer ??= new MutationObserver(tellReaders)).observe(page, { attributeFilter: ['lang'] });
      },
      hostDisconnected: () => readers.delete(this),
    });
  }

  /** The original method: with Lit's hydration support the page would reuse what a server drew, but our elements are drawn anew. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return ReactiveElement.prototype['createRenderRoot'].call(this);
  }

  protected override async scheduleUpdate(): Promise<void> {
    try {
      if (this.served === undefined) {
        this.served = this.renderRoot.firstChild && (await (await import('./served/hydrate.ts')).clearServed(this));
      }
      this.performUpdate();
      this.served?.restore();
    } catch (error) {
      const { breakDown } = await loadPart(() => import('./breakdown.ts'));
      breakDown(this, this.internals, error);
    }
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    // Servers and frameworks also write a false boolean in this way.
    if (value === 'false' && typeof Reflect.get(this, name) === 'boolean') this.removeAttribute(name);
    else super.attributeChangedCallback(name, before, value);
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    super.update(changed);
    const { states } = this.internals;
    states.clear();
    if (this.state) states.add(this.state);
  }

  /** The custom state to be in, if any. */
  protected abstract get state(): string;

  /** The language that texts are wanted in, as a tag. @internal */
  get language(): string {
    const around = this.closest?.<HTMLElement>('[lang]') ?? ofDocument('documentElement');
    return this.lang || around?.lang || 'en';
  }

  /** @internal */
  get localization(): Localization {
    return localize(this.language, this.texts);
  }
}
