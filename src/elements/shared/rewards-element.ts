import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { ClaimController, type WidgetState } from './claim-controller.ts';
import { type Localization, localize, readTexts, registerMessages } from './localization.ts';
import { rememberedMember } from './member-store.ts';

/** What the widgets have in common: attributes, custom states, the member's id, and the way of a claim. */
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

  /** See `registerMessages`: here for pages that have nothing but a script tag. */
  static readonly registerMessages: typeof registerMessages = registerMessages;

  static override properties: PropertyDeclarations = {
    endpoint: { useDefault: true },
    action: { useDefault: true },
    memberId: { attribute: 'member-id', useDefault: true },
    lang: { reflect: true, useDefault: true },
  };

  declare readonly renderRoot: ShadowRoot;
  readonly #internals = this.attachInternals();
  protected readonly claims: ClaimController = new ClaimController(this);
  #shown: WidgetState = 'loading';
  #texts: { forget: () => void } | undefined;

  /** Where the proxy is mounted: a path, or a whole address where it is another origin's. */
  declare endpoint: string;
  /** The action's name in the proxy's config. */
  declare action: string;
  /** The member's id where the site knows it; else the visitor is asked. */
  declare memberId: string;
  /** The language of texts, numbers and dates; else that of the nearest element that has one. */
  declare lang: string;

  constructor() {
    super();
    this.endpoint = '/rewards';
    this.action = this.memberId = this.lang = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#texts = readTexts(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#texts?.forget();
  }

  protected override update(changed: PropertyValues<this>): void {
    if (!this.hasUpdated || changed.has('endpoint') || changed.has('action') || changed.has('memberId')) this.#load();
    const focused = this.renderRoot.activeElement;
    super.update(changed);
    const { states } = this.#internals;
    states.delete(this.#shown);
    states.add((this.#shown = this.claims.state));
    // A visitor who works by keyboard goes on where the widget does, when what they were on has gone.
    if (focused && (!focused.isConnected || focused.closest('[inert]'))) {
      this.renderRoot.querySelector<HTMLElement>('form:not([inert]) button, h3')?.focus();
    }
  }

  /** Whether the visitor has to enter the member's id. */
  get asksMember(): boolean {
    return !this.memberId && (this.claims.view?.identity ?? 'typed') === 'typed';
  }

  protected get localization(): Localization {
    return localize(this.lang || (this.closest<HTMLElement>('[lang]')?.lang ?? ''));
  }

  protected readonly press = (event: Event): void => {
    event.preventDefault();
    void this.claim();
  };

  /**
   * Sends the claim, as a press of the button does, and resolves when the proxy has answered or nothing was sent.
   * Never rejects: the outcome is in events and states. Does nothing while a claim is under way or cannot be made.
   * After a failure that leaves the outcome open it repeats the same claim; where the action failed to load it loads it.
   */
  async claim(): Promise<void> {
    const { claims } = this;
    if (!/^(ready|invalid|refused|offline|failed)$/.test(claims.state) && !claims.claiming?.released) return;
    await (claims.view ? claims.claim() : claims.load());
  }

  /** Gives up what is under way and begins afresh, with the remembered member id if there is one. A claim that was sent stays sent. */
  reset(): void {
    this.renderRoot.querySelector('form')?.reset();
    this.#load();
  }

  #load(): void {
    this.claims.memberId = this.memberId || rememberedMember();
    void this.claims.load();
  }
}
