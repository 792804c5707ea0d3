import { nothing } from 'lit';
import { english, type Messages, type Translation } from './messages.ts';

/** Texts by language tag. */
export type TextsByTag = Record<string, Translation>;

declare global {
  /** A page's own texts, for pages that have nothing but a script tag: see `registerMessages`. */
  var rewardsMessages: TextsByTag | undefined;
}

/** Widgets that show texts, to be drawn again when the texts change. */
export const readers: Set<{ requestUpdate(): void }> = new Set();
/** Texts by language tag, as pages write it. Null while they are being loaded and should be waited for. */
const tables = new Map<string, Translation | null | undefined>();

/** The texts of one language. */
export interface Localization {
  /** The language of the texts, for the `lang` attribute and for `Intl`. */
  readonly locale: string;
  /** The texts other than the built-in English ones. */
  readonly texts: Translation;
  readonly messages: Messages;
  /** The direction of the texts, or `nothing` if it is that of the page. */
  readonly direction: 'rtl' | typeof nothing;
  /** Whether the texts are still being loaded. No `lang` is set until then: Firefox tells screen readers only the first one. */
  readonly waits: boolean;
}

/** How long a widget stays without text while the texts of its language load. After that it shows English. */
export const PATIENCE_MS = 1500;

/**
 * The texts for a language tag, as far as they are loaded. Loads them if necessary, and then informs all readers. If there are none in that language,
 * texts, numbers and dates are English. Texts in `given` have priority.
 */
export function localize(tag: string, given?: Translation): Localization {
  const isEnglish = /^en(-\w\w)?$/i.test(tag);
  if (!isEnglish && !tables.has(tag)) {
    tables.set(tag, null);
    setTimeout(() => tables.get(tag) ?? setTexts(tag), PATIENCE_MS);
    void import('../locales/index.ts')
      .then(({ loadMessages }) => loadMessages(tag))
      .catch(() => undefined)
      .then((texts) => setTexts(tag, texts));
  }
  const table = tables.get(tag);
  const own = ownTexts();
  const all = { ...table, ...(own[tag] ?? own[tag.replace(/-.*/, '')]), ...given };
  const { loading = '' } = all;
  return {
    texts: all,
    // A tag that `Intl` does not accept, and that has no table, may be the page's own.
    locale: isEnglish || (loading && table) ? tag : 'en',
    messages: { ...english, ...all },
    direction: /^[\u0590-\u08FF]/.test(loading) ? 'rtl' : nothing,
    waits: table === null,
  };
}

/** The page's own texts. Elements and frames of the page may be found under that name as well. */
export function ownTexts(): TextsByTag {
  return Object.hasOwn(globalThis, 'rewardsMessages') ? Object(globalThis.rewardsMessages) : {};
}

/** Points gained or lost, such as "+1,000 points"; or "Points" if the number is not known. */
export function formatPoints(points: number | null, { locale, messages }: Localization): string {
  const forms = messages.points;
  if (points === null) return forms.some ?? fill(forms.other, '');
  const number = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(points);
  return fill(forms[new Intl.PluralRules(locale).select(points)] ?? forms.other, number);
}

/** Sets the texts of the tag, which may be the page's own; undefined if the tag is malformed, or the texts could not be loaded. */
export function setTexts(tag: string, texts?: Translation): void {
  tables.set(tag, texts);
  tellReaders();
}

export function tellReaders(): void {
  for (const reader of readers) reader.requestUpdate();
}

/** The text with the value in place of its `{…}`. */
export function fill(text: string, value: string): string {
  return text.replace(/\{\w+\}/, () => value);
}
