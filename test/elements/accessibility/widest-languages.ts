import { loadOnchainMessages } from '../../../src/elements/onchain/locales/index.ts';
import { loadMessages, locales } from '../../../src/elements/locales/index.ts';
import { resetFonts, useFonts } from '../fonts.ts';

/** Their countdowns, which come from the engine and not from a file of ours, have not fitted once. */
const WIDE_TIMES = ['ga', 'zu'];

/** What is drawn by so much narrower than the widest is taken for as wide: room that is missing shows in one as in the other. */
const NEARLY = 0.96;

/** A code point in the midst of a script that stands for nothing, and that no font has. */
const UNASSIGNED = '\u0378';

/**
 * Few languages of which for each text of these keys one draws it as wide as any does, or nearly: where these fit, little can be wrong
 * with the rest, which are tried where there is time for all. None whose letters no font here has: what an engine draws in their place
 * tells nothing of how wide they are, and Firefox's boxes, of which marks have one each as well, are half as wide again as any letters.
 */
export async function widestLanguages(keys: ReadonlySet<string>): Promise<readonly string[]> {
  await useFonts('dejavu');
  const widths = await textWidths();
  resetFonts();
  const left = new Map<string, ReadonlySet<string>>();
  for (const [key, byLanguage] of widths) {
    if (!keys.has(key)) continue;
    const least = Math.max(...byLanguage.values()) * NEARLY;
    left.set(key, new Set([...byLanguage].filter(([, width]) => width >= least).map(([lang]) => lang)));
  }
  const chosen = new Set<string>();
  const choose = (lang: string) => {
    chosen.add(lang);
    for (const [key, languages] of left) if (languages.has(lang)) left.delete(key);
  };
  WIDE_TIMES.forEach(choose);
  while (left.size > 0) {
    const counted = locales.map((lang) => [lang, [...left.values()].filter((some) => some.has(lang)).length] as const);
    choose(counted.reduce((best, other) => (other[1] > best[1] ? other : best))[0]);
  }
  return locales.filter((lang) => chosen.has(lang));
}

/** The keys of the texts that these widgets have in them, which speak that language. */
export async function keysIn(widgets: readonly Element[], lang: string): Promise<ReadonlySet<string>> {
  const all = widgets.flatMap(({ shadowRoot }) => [
    shadowRoot?.textContent ?? '',
    ...Array.from(shadowRoot?.querySelectorAll('*') ?? [], ({ attributes }) =>
      Array.from(attributes, ({ value }) => value).join('\n'),
    ),
  ]);
  const said = spaced(all.join('\n'));
  const isSaid = (text: string) =>
    spaced(text)
      .split(/\{\w+\}/)
      .every((piece) => said.includes(piece));
  const texts = { ...(await loadMessages(lang)), ...(await loadOnchainMessages(lang)) };
  const keys = Object.entries(texts).filter(([, text]) => formsOf(text).some(isSaid));
  if (keys.length === 0) throw new Error('None of them has a text of ours.');
  return new Set(keys.map(([key]) => key));
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');

/** A text, or its form for each kind of number. */
const formsOf = (text: string | object): string[] =>
  typeof text === 'string' ? [text] : Object.values<string>(text as Record<string, string>);

/** How wide each text is in each language that can be drawn, by its key: of one in several forms, the widest. */
async function textWidths(): Promise<Map<string, Map<string, number>>> {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('The browser draws nothing on a canvas.');
  pen.font = '16px dejavu, sans-serif';
  const widthOf = (text: string) => pen.measureText(text).width;
  const isDrawn = (letter: string) => widthOf(letter) !== widthOf(UNASSIGNED);
  const widths = new Map<string, Map<string, number>>();
  const files = await Promise.all(
    locales.map(async (lang) => [lang, await loadMessages(lang), await loadOnchainMessages(lang)] as const),
  );
  for (const [lang, texts = {}, own = {}] of files) {
    const byKey = Object.entries({ ...texts, ...own }).map(([key, text]) => [key, formsOf(text)] as const);
    const letters = [...new Set(byKey.flatMap(([, forms]) => forms.join('').match(/\p{L}/gu) ?? []))];
    if (letters.filter(isDrawn).length < letters.length / 2) continue;
    for (const [key, forms] of byKey) {
      const byLanguage = widths.get(key) ?? new Map<string, number>();
      byLanguage.set(lang, Math.max(...forms.map(widthOf)));
      widths.set(key, byLanguage);
    }
  }
  return widths;
}
