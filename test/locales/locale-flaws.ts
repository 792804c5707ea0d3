import { ENGLISH, forms, placeholders } from './english.ts';
import type { LocaleMessages, Plural, Translation } from '../../src/elements/shared/messages.ts';

/** Texts that some languages share with English. */
const MAY_BE_ENGLISH: ReadonlySet<string> = new Set(['role', 'checkin', 'optional', 'points', 'wallet']);

/** The keys of those texts that have no translation yet, and are shown in English. */
export const untranslated = (texts: Translation, english: Translation = ENGLISH): string[] =>
  Object.keys(english).filter((key) => !(key in texts));

/** What is wrong with the texts of a language that stand for those English ones, in words; nothing for good ones. Texts may be missing. */
export function localeFlaws(tag: string, texts: Translation, english: Translation = ENGLISH): string[] {
  const keys = Object.keys(english);
  const unknown = Object.keys(texts).filter((key) => !keys.includes(key));
  if (unknown.length > 0) return unknown.map((key) => `${key} is not known: leave it out`);
  return Object.entries(texts).flatMap(([key, text]) =>
    textFlaws(tag, key, text, ENGLISH[key as keyof LocaleMessages]).map((flaw) => `${key} ${flaw}`),
  );
}

function textFlaws(tag: string, key: string, text: string | Plural, english: string | Plural): string[] {
  if (typeof text !== typeof english) return [`must be ${typeof english === 'string' ? 'a text' : 'a plural'}`];
  const flaws: string[] = [];
  const entries = typeof text === 'string' ? [['other', text]] : Object.entries(text);
  for (const [name = '', form = ''] of entries) {
    // The form for a number that is not known has no place for one.
    const wanted = name === 'some' ? '' : placeholders(forms(english)[0] ?? '').join();
    if (placeholders(form).join() !== wanted) flaws.push(`must have ${wanted || 'no placeholder'}: ${form}`);
    if (form.trim() !== form || form === '') flaws.push(`is empty, or begins or ends with white space: "${form}"`);
    if (/[<>]|['"]|\.\.\./.test(form)) flaws.push(`has a straight quote, an angle bracket or three dots: ${form}`);
    if (!MAY_BE_ENGLISH.has(key) && forms(english).includes(form)) flaws.push(`is not translated: ${form}`);
  }
  if (typeof text !== 'string') flaws.push(...pluralFlaws(tag, text));
  return flaws;
}

function pluralFlaws(tag: string, text: Plural): string[] {
  const wanted: string[] = [...new Intl.PluralRules(tag).resolvedOptions().pluralCategories, 'some'];
  return [
    ...wanted.filter((form) => !(form in text)).map((form) => `has no form for "${form}"`),
    ...Object.keys(text)
      .filter((form) => !wanted.includes(form))
      .map((form) => `has a form for "${form}", which the language does not know`),
  ];
}
