import type { LocaleMessages, Plural } from '../../src/elements/shared/messages.ts';
import { ENGLISH } from './english.ts';

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  y: 'ý',
};

/** English that is seen to be none, and a third longer: for layouts, and to find texts that bypass the tables. */
export function pseudoLocale(tag: string): LocaleMessages {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const counted = categories.map((form) => [form, pseudo(ENGLISH.points.other)]);
  const points: Plural = Object.fromEntries([...counted, ['some', pseudo(ENGLISH.points.some ?? '')]]);
  const texts = Object.entries(ENGLISH).map(([key, text]) => [key, typeof text === 'string' ? pseudo(text) : points]);
  return Object.fromEntries(texts) as LocaleMessages;
}

export function pseudo(text: string): string {
  const accented = text.replace(/\{\w+\}|[aeiouyAEIOU]/g, (found) => ACCENTS[found] ?? found);
  return `⟦${accented}${'~'.repeat(Math.ceil(text.length / 3))}⟧`;
}
