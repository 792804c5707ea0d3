/**
 * The texts in every language but English, one file a language, each loaded when a page asks for it. This folder's own
 * code is loaded with the first of them.
 *
 * `de-formal` and the like address the visitor formally, as `<html lang="de-formal">` asks for it.
 *
 * A file holds texts by the keys of `LocaleMessages`. What is not translated yet is left out, and stays English.
 */
import type { Translation } from '../shared/messages.ts';

const LOADERS: Record<string, () => Promise<{ default: Translation }>> = {
  af: () => import('./af.ts'),
  am: () => import('./am.ts'),
  ar: () => import('./ar.ts'),
  az: () => import('./az.ts'),
  be: () => import('./be.ts'),
  bg: () => import('./bg.ts'),
  bn: () => import('./bn.ts'),
  bs: () => import('./bs.ts'),
  ca: () => import('./ca.ts'),
  cs: () => import('./cs.ts'),
  cy: () => import('./cy.ts'),
  da: () => import('./da.ts'),
  de: () => import('./de.ts'),
  'de-formal': () => import('./de-formal.ts'),
  el: () => import('./el.ts'),
  eo: () => import('./eo.ts'),
  es: () => import('./es.ts'),
  'es-formal': () => import('./es-formal.ts'),
  et: () => import('./et.ts'),
  eu: () => import('./eu.ts'),
  fa: () => import('./fa.ts'),
  fi: () => import('./fi.ts'),
  fil: () => import('./fil.ts'),
  fr: () => import('./fr.ts'),
  'fr-formal': () => import('./fr-formal.ts'),
  ga: () => import('./ga.ts'),
  gl: () => import('./gl.ts'),
  gu: () => import('./gu.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  hr: () => import('./hr.ts'),
  hu: () => import('./hu.ts'),
  hy: () => import('./hy.ts'),
  id: () => import('./id.ts'),
  is: () => import('./is.ts'),
  it: () => import('./it.ts'),
  'it-formal': () => import('./it-formal.ts'),
  ja: () => import('./ja.ts'),
  ka: () => import('./ka.ts'),
  kk: () => import('./kk.ts'),
  km: () => import('./km.ts'),
  kn: () => import('./kn.ts'),
  ko: () => import('./ko.ts'),
  ky: () => import('./ky.ts'),
  lb: () => import('./lb.ts'),
  lo: () => import('./lo.ts'),
  lt: () => import('./lt.ts'),
  lv: () => import('./lv.ts'),
  mk: () => import('./mk.ts'),
  ml: () => import('./ml.ts'),
  mn: () => import('./mn.ts'),
  mr: () => import('./mr.ts'),
  ms: () => import('./ms.ts'),
  mt: () => import('./mt.ts'),
  my: () => import('./my.ts'),
  nb: () => import('./nb.ts'),
  ne: () => import('./ne.ts'),
  nl: () => import('./nl.ts'),
  'nl-formal': () => import('./nl-formal.ts'),
  pa: () => import('./pa.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  'pt-PT': () => import('./pt-PT.ts'),
  ro: () => import('./ro.ts'),
  ru: () => import('./ru.ts'),
  si: () => import('./si.ts'),
  sk: () => import('./sk.ts'),
  sl: () => import('./sl.ts'),
  sq: () => import('./sq.ts'),
  sr: () => import('./sr.ts'),
  'sr-Latn': () => import('./sr-Latn.ts'),
  sv: () => import('./sv.ts'),
  sw: () => import('./sw.ts'),
  ta: () => import('./ta.ts'),
  te: () => import('./te.ts'),
  th: () => import('./th.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  ur: () => import('./ur.ts'),
  uz: () => import('./uz.ts'),
  vi: () => import('./vi.ts'),
  'zh-Hans': () => import('./zh-Hans.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
  zu: () => import('./zu.ts'),
};

/** Languages that are written as another one's readers understand, or that go by two names. */
const ALIASES: Record<string, string> = { no: 'nb', nn: 'nb', tl: 'fil', yue: 'zh' };

/** The variant of a language's tag that asks for the formal address. */
const FORMAL = /-formal\b/i;

const TAGS = Object.keys(LOADERS);
/** The tags of all languages that there are texts in, besides English. */
export const locales: readonly string[] = TAGS.filter((tag) => !FORMAL.test(tag));
/** The languages that have texts in the formal address, too. */
export const formalLocales: readonly string[] = TAGS.filter((tag) => FORMAL.test(tag));

/** The texts for a BCP 47 tag, none where there are none; undefined where the tag is malformed. Rejects where they cannot be loaded. */
export async function loadMessages(tag: string): Promise<Translation | undefined> {
  const locale = findLocale(tag);
  return locale === undefined ? none(tag) : (await LOADERS[locale]?.())?.default;
}

function none(tag: string): Translation | undefined {
  try {
    return Intl.getCanonicalLocales(tag) && {};
  } catch {
    return undefined;
  }
}

/**
 * The best of our languages for a tag: as it is, then the formal address where that is asked for, by language and script, language and region, and, where its
 * letters can be read, language alone.
 */
export function findLocale(tag: string): string | undefined {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    const name = ALIASES[language] ?? language;
    // Portuguese outside Brazil is written as in Portugal.
    const kin = name === 'pt' && region !== 'BR' ? 'pt-PT' : name;
    // A reader who cannot read the letters is better served by English; Latin ones are no harder than that.
    const letters = new Intl.Locale(name).maximize().script;
    const alone = letters === script || letters === 'Latn' ? [kin, name] : [];
    const formal = FORMAL.test(tag) ? [`${name}-formal`] : [];
    const wanted = [tag, ...formal, `${name}-${script}`, `${name}-${region}`, ...alone].map((candidate) =>
      candidate.toLowerCase(),
    );
    return wanted.map((candidate) => TAGS.find((ours) => ours.toLowerCase() === candidate)).find(Boolean);
  } catch {
    return undefined;
  }
}
