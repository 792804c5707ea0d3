import { adoptStyles, LitElement, type PropertyDeclarations } from 'lit';
import { type Localization, localize, readers } from './localization.ts';

/** What all elements have in common: how they are registered, their language, and custom states. */
export abstract class RewardsElement extends LitElement {
  /** The tag that `define` registers by default. */
  declare static readonly tag: string;

  /**
   * Registers the element. Does nothing where the tag is taken, by another copy of this script for instance, or where
   * there are no custom elements. Each further tag gets a class of its own, as the platform demands.
   */
  static define(
    this: CustomElementConstructor & { tag: string },
    tag: string = this.tag,
    registry: CustomElementRegistry | undefined = globalThis.customElements,
  ): void {
    if (registry && !registry.get(tag)) registry.define(tag, registry.getName(this) ? class extends this {} : this);
  }

  static override properties: PropertyDeclarations = { lang: { reflect: true, useDefault: true } };

  declare readonly ['constructor']: typeof RewardsElement;
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals: ElementInternals = this.attachInternals();

  /** The language of texts, numbers and dates; else that of the nearest element that has one, or of the page. */
  declare lang: string;

  constructor() {
    super();
    this.lang = '';
  }

  /**
   * What a server drew is drawn anew, in the same task, so that nobody sees it: the browser knows more than the server did
   * (the remembered member, the page's own form), and there would be little to take over.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = this.shadowRoot;
    if (!root) return super.createRenderRoot();
    root.replaceChildren();
    adoptStyles(root, this.constructor.elementStyles);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    readers.add(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    readers.delete(this);
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    super.update(changed);
    const { states } = this.internals;
    states.clear();
    if (this.state) states.add(this.state);
  }

  /** The custom state to be in, if any. */
  protected abstract get state(): string;

  /** @internal */
  get localization(): Localization {
    return localize(
      this.lang || (this.closest?.<HTMLElement>('[lang]') ?? globalThis.document?.documentElement)?.lang || '',
    );
  }
}
