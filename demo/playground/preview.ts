import type { GetMemberToken } from '../../src/elements/index.ts';
import type { MemberAsking } from '../page/enter-member-id.ts';
import { type Faint, faintIn } from './contrast.ts';
import { type Asking, dress } from './dress.ts';
import { type Facts, factsOf } from './facts/facts.ts';
import { isLive, type Settings } from './settings.ts';
import { fetchesToken, tagsOf } from './snippets/tag.ts';

const THEME_FILES = import.meta.glob<string>('../../src/elements/themes/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The elements that the settings ask for, in a frame. A setting that changes is changed on the element that is there, so that it
 * loads nothing anew unless it has to; only another kind of element takes its place.
 */
export class Preview {
  readonly #frame: HTMLElement;
  readonly #memberToken: GetMemberToken;
  readonly #theme = new CSSStyleSheet();
  #elements: Asking[] = [];

  constructor(frame: HTMLElement, memberToken: GetMemberToken) {
    this.#frame = frame;
    this.#memberToken = memberToken;
    document.adoptedStyleSheets.push(this.#theme);
  }

  show(settings: Settings, facts: Facts): void {
    const tags = tagsOf(settings, facts);
    const { theme, scheme, frame } = settings;
    this.#theme.replaceSync(THEME_FILES[`../../src/elements/themes/${theme}.css`] ?? '');
    this.#frame.style.colorScheme = scheme === 'auto' ? '' : scheme;
    this.#frame.dataset['frame'] = frame;
    const kinds = this.#elements.map(({ localName }) => localName);
    const same = tags.length === kinds.length && tags.every(({ name }, at) => name === kinds[at]);
    const elements = same ? this.#elements : tags.map(({ name }) => make(name));
    const state = isLive(settings) ? null : settings.state;
    const token = fetchesToken(settings) ? this.#memberToken : undefined;
    for (const [at, tag] of tags.entries()) {
      const element = elements[at];
      if (element) dress(element, tag, state, token);
    }
    if (!same) this.#frame.replaceChildren(...elements);
    this.#elements = elements;
  }

  /** Has the widgets begin anew, as after a claim that is to be forgotten. */
  reset(): void {
    for (const element of this.#elements)
      if ('reset' in element && typeof element.reset === 'function') element.reset();
  }

  /**
   * What would be hard to read in the widget, in the colours that were chosen or, left to the page, in either. Nothing is in its own, for
   * which nobody has to wait either: to look at colours takes long.
   */
  faint({ scheme, theme, properties }: Settings, facts: Facts): Faint[] {
    const widget = this.#elements.at(-1);
    if (!widget || (theme === '' && Object.keys(properties).length === 0)) return [];
    return faintIn(widget, factsOf(facts, widget.localName), scheme === 'auto' ? ['light', 'dark'] : [scheme]);
  }

  /** The element that asks for the member's id. */
  get asking(): MemberAsking | undefined {
    return this.#elements[0];
  }
}

function make(name: string): Asking {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the facts name no other elements
  return document.createElement(name) as Asking;
}
