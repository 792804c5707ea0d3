import { english, type LocaleMessages, type Messages } from './messages.ts';

/** How long widgets wait, without a word, for texts in their language. */
const PATIENCE_MS = 1500;

/** A widget that shows texts. */
interface Reader {
  requestUpdate(): void;
}

const readers = new Set<Reader>();
/** Texts by language tag, as pages write it. Null while they are being loaded and are worth waiting for. */
const tables = new Map<string, Partial<LocaleMessages> | null>();
const ownTexts = new Map<string, Partial<LocaleMessages>>();
const known = new Map<string, Localization>();

/** The texts and formats of one language. */
export class Localization {
  /** The language that the texts are in, for the `lang` attribute and for `Intl`. */
  readonly locale: string;
  /** Those texts that are not the built-in English ones. */
  readonly texts: Partial<LocaleMessages>;
  readonly messages: Messages;
  /** Whether the texts are still being loaded. */
  readonly waits: boolean;

  /** Where there are no texts in the language of the tag they are in English, and so are numbers and dates. */
  constructor(tag: string) {
    const table = tables.get(tag);
    const own = ownTexts.get(tag) ?? ownTexts.get(tag.split('-', 1)[0] || 'en');
    this.waits = table === null;
    this.texts = { ...table, ...own };
    this.messages = { ...english, ...this.texts };
    this.locale = isEnglish(tag) || table?.loading || (own && isTag(tag)) ? tag : 'en';
  }

  /** Points as gained or lost, such as "+1,000 points"; without a number where that is not known. */
  points(points: number | null): string {
    const forms = this.messages.points;
    if (points === null) return fill(forms.other, '').trim();
    return fill(
      forms[new Intl.PluralRules(this.locale).select(points)] ?? forms.other,
      new Intl.NumberFormat(this.locale, { signDisplay: 'exceptZero' }).format(points),
    );
  }

  role(name: string): string {
    return fill(this.messages.role, name);
  }
}

/** The texts for a language tag, as far as they are here. Loads them, if need be, and tells all readers when they are. */
export function localize(tag: string): Localization {
  if (tag && !isEnglish(tag) && !tables.has(tag)) {
    tables.set(tag, null);
    void loadLocale(tag);
  }
  const localization = known.get(tag) ?? new Localization(tag);
  known.set(tag, localization);
  return localization;
}

/**
 * Loads the texts for a language tag ahead of time, for a server that renders widgets for instance. They stay English
 * where there are none in that language, or where they cannot be loaded.
 */
export async function loadLocale(tag: string): Promise<void> {
  const settle = (texts: Partial<LocaleMessages> = {}) => tell(() => tables.set(tag, texts));
  const timer = setTimeout(settle, PATIENCE_MS, {});
  try {
    const { loadMessages } = await import('../locales/index.ts');
    settle(await loadMessages(tag));
  } catch {
    settle();
  }
  clearTimeout(timer);
}

/**
 * Replaces some texts in a language, for every widget of the page: `registerMessages('de', { checkin: 'Moin!' })`.
 * A tag without a region (`de`) serves all regions that have no texts of their own. The language may be one that the
 * widgets have no texts in: what is missing is then English.
 */
export function registerMessages(tag: string, texts: Partial<LocaleMessages>): void {
  tell(() => ownTexts.set(tag, { ...ownTexts.get(tag), ...texts }));
}

/** Has a widget drawn anew whenever texts change, until `forget` is called. */
export function readTexts(reader: Reader): { forget: () => void } {
  readers.add(reader);
  return { forget: () => readers.delete(reader) };
}

/** The text with the value in place of its `{…}`. */
export function fill(text: string, value: string): string {
  return text.replace(/\{\w+\}/, () => value);
}

const isEnglish = (tag: string) => /^en(-[a-z]{2})?$/i.test(tag);

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function tell(change: () => void): void {
  change();
  known.clear();
  for (const reader of readers) reader.requestUpdate();
}
