import * as z from 'zod';
import { Text } from './values.ts';

/** A text that visitors read: one for all, or one for each language tag. The first one is for all other languages. */
export type VisitorText = string | Readonly<Record<string, string>>;

const WORDS = "must be text, or one text by language, such as { en: 'Daily check-in', ar: 'تسجيل الحضور' }";

/** A text for each language, as in a config. */
const ByLanguage = z.record(z.string(), Text).superRefine((texts, context) => {
  const tags = Object.keys(texts);
  if (tags.length === 0) context.addIssue({ code: 'custom', message: 'must have a text in at least one language' });
  for (const tag of tags) {
    if (scriptOf(tag)) continue;
    context.addIssue({ code: 'custom', path: [tag], message: 'is not a language tag, such as en or zh-Hant' });
  }
});

export const VisitorText = z.union([Text, ByLanguage], {
  error: ({ input }) => (input === undefined ? undefined : WORDS),
});

/**
 * The text in the first of the languages (BCP 47 tags) that it exists in: by the tag itself or the beginning of it, else in the same language and
 * script. If there is none, the first text.
 */
export function textIn(text: VisitorText, languages: readonly string[]): string {
  if (typeof text === 'string') return text;
  const tags = Object.keys(text);
  const found = languages.map((language) => bestOf(tags, language)).find((tag) => tag !== undefined);
  return text[found ?? tags[0] ?? ''] ?? '';
}

/** Lookup as in RFC 4647, section 3.4, and then by language and script. */
function bestOf(tags: readonly string[], language: string): string | undefined {
  const parts = language.toLowerCase().split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const range = parts.slice(0, length).join('-');
    const found = tags.find((tag) => tag.toLowerCase() === range);
    if (found !== undefined && (length === parts.length || scriptOf(found) === scriptOf(language))) return found;
  }
  const script = scriptOf(language);
  return script === undefined ? undefined : tags.find((tag) => scriptOf(tag) === script);
}

/** Language and script of a tag, such as `zh-Hant` for `zh-TW`; undefined if it is not a tag. */
function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
