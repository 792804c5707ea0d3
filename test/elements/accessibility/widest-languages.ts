import { loadOnchainMessages } from '../../../src/elements/onchain/locales/index.ts';
import { loadMessages, locales } from '../../../src/elements/locales/index.ts';
import { undress, wear } from '../fonts.ts';

/** Their countdowns, which come from the engine and not from a file of ours, have not fitted once. */
const WIDE_TIMES = ['ga', 'zu'];

/**
 * The languages in which at least one text is drawn wider than in all others: where these fit, little can be wrong with the rest,
 * which are tried where there is time for all.
 */
export async function widestLanguages(): Promise<readonly string[]> {
  await wear('dejavu');
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('The browser draws nothing on a canvas.');
  pen.font = '16px dejavu, sans-serif';
  const widest = new Map<string, { lang: string; width: number }>();
  const files = await Promise.all(
    locales.map(async (lang) => [lang, await loadMessages(lang), await loadOnchainMessages(lang)] as const),
  );
  for (const [lang, texts = {}, own = {}] of files) {
    for (const [key, text] of Object.entries({ ...texts, ...own })) {
      for (const form of typeof text === 'string' ? [text] : Object.values<string>(text)) {
        const { width } = pen.measureText(form);
        if (width > (widest.get(key)?.width ?? 0)) widest.set(key, { lang, width });
      }
    }
  }
  undress();
  const found = new Set([...WIDE_TIMES, ...[...widest.values()].map(({ lang }) => lang)]);
  return locales.filter((lang) => found.has(lang));
}
