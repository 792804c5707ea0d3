import type { Stubs } from '../stubs.ts';

/** There in development alone. */
const DEBUG = 'debug-state';
const PREFIX = '--rewards-';
/** Values of every kind that a custom property may want; one of them changes what the property is for. */
const PROBES = ['rgb(1, 2, 3)', '37px', '0 0 7px rgb(1, 2, 3)', 'monospace'];
/** Where custom properties show. */
const LOOKS = [
  'background-color',
  'border-bottom-color',
  'border-top-left-radius',
  'border-top-width',
  'box-shadow',
  'color',
  'fill',
  'font-family',
  'margin-top',
  'min-height',
  'padding-top',
  'row-gap',
  'stroke',
];

/** What an element turns out to have, gathered while it is drawn in one state after another. */
export class Reality {
  readonly tag: string;
  readonly parts: Set<string> = new Set();
  readonly slots: Set<string> = new Set();
  readonly states: Set<string> = new Set();
  readonly attributes: Set<string> = new Set();
  readonly events: Map<string, string> = new Map();
  /** The custom properties that change anything. */
  readonly properties: Set<string> = new Set();
  /** What stands in for a custom property that is not set. */
  readonly defaults: Map<string, string> = new Map();

  readonly #known: ReadonlySet<string>;

  /** Styles are shared, and know of other elements' attributes: of those in selectors the `known` ones count. */
  constructor(tag: string, known: string[], stubs: Stubs) {
    this.tag = tag;
    this.#known = new Set(known);
    const note = (name: string) => name !== DEBUG && this.attributes.add(name);
    const hear = (target: unknown, event: Event) => this.hear(target, event);
    const prototype: HTMLElement = customElements.get(tag)?.prototype;
    stubs.set(prototype, 'getAttribute', function (this: Element, name) {
      note(name);
      return Element.prototype.getAttribute.call(this, name);
    });
    stubs.set(prototype, 'hasAttribute', function (this: Element, name) {
      note(name);
      return Element.prototype.hasAttribute.call(this, name);
    });
    stubs.set(prototype, 'dispatchEvent', function (this: Element, event) {
      hear(this, event);
      return EventTarget.prototype.dispatchEvent.call(this, event);
    });
    const observed: unknown = Reflect.get(prototype.constructor, 'observedAttributes');
    if (Array.isArray(observed)) observed.forEach(note);
  }

  hear(target: unknown, event: Event): void {
    if (this.#isOurs(target)) this.events.set(event.type, event.constructor.name);
  }

  /** Takes in what the element is now. */
  take(element: HTMLElement): void {
    const root = element.shadowRoot;
    if (!root) throw new Error(`<${this.tag}> has no shadow root.`);
    for (const node of root.querySelectorAll('[part]')) for (const part of node.part) this.parts.add(part);
    for (const slot of root.querySelectorAll('slot')) this.slots.add(slot.name);
    const internals: unknown = Reflect.get(element, 'internals');
    if (internals instanceof ElementInternals) for (const state of internals.states) this.states.add(state);
    this.#takeStyles(element, root);
  }

  #takeStyles(element: HTMLElement, root: ShadowRoot): void {
    const css = root.adoptedStyleSheets
      .flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
      .join();
    for (const [, name = ''] of css.matchAll(/:host\(\[([\w-]+)/g))
      if (this.#known.has(name)) this.attributes.add(name);
    for (const [name, fallback] of fallbacks(css)) {
      this.defaults.set(name, fallback);
      if (!this.properties.has(name) && hasEffect(element, root, name)) this.properties.add(name);
    }
  }

  #isOurs(target: unknown): boolean {
    return target instanceof Element && target.localName === this.tag;
  }
}

function hasEffect(element: HTMLElement, root: ShadowRoot, name: string): boolean {
  for (const animation of root.getAnimations()) animation.cancel();
  const before = look(root);
  return PROBES.some((probe) => {
    element.style.setProperty(name, probe);
    const after = look(root);
    element.style.removeProperty(name);
    return after !== before;
  });
}

const look = (root: ShadowRoot) =>
  Array.from(root.querySelectorAll('*'), (node) =>
    ['', '::before'].map((pseudo) => {
      const style = getComputedStyle(node, pseudo);
      return LOOKS.map((property) => style.getPropertyValue(property)).join();
    }),
  ).join();

/** Each of our custom properties that the style sheet reads, with what is taken where it is not set. */
function* fallbacks(css: string): Generator<[name: string, fallback: string]> {
  for (const { index } of css.matchAll(/var\(--rewards-/g)) {
    const start = index + 'var('.length;
    let depth = 1;
    let end = start;
    for (; depth > 0 && end < css.length; end += 1) depth += css[end] === '(' ? 1 : css[end] === ')' ? -1 : 0;
    const [name = '', ...fallback] = css.slice(start, end - 1).split(',');
    yield [name.trim(), tidy(fallback.join(','))];
  }
}

/** A value in the notation that all others are compared in; what is private goes by the name it has in public. */
export const tidy = (value: string): string =>
  value
    .replaceAll('--_', PREFIX)
    .replaceAll(/\s+/g, '')
    .replaceAll(/(?<!\d)0\./g, '.')
    .toLowerCase();
