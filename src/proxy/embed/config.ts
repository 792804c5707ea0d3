import * as z from 'zod';
import type { ConfigPart } from '../config/part.ts';
import { insides, plainWords, section } from '../config/words.ts';

/** Characters that separate entries of a content security policy, and so must not occur in an entry. */
const SEPARATORS = /[\s;,'"]/;

const Folder = z.string().superRefine((text, context) => {
  const problem = folderProblem(text);
  if (problem !== null) context.addIssue(problem);
});

/** What is wrong with the text as the address of a folder, and how to fix it; null if it is one. */
function folderProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return 'must be the address of a folder, with https://';
  if (!text.endsWith('/') || url.search !== '' || url.hash !== '') return "must end with a slash, as in '…/dist/'";
  if (SEPARATORS.test(text)) return 'must not contain quotes, commas or semicolons';
  if (url.href !== text) return `must be written as browsers do: '${url.href}'`;
  return null;
}

const EmbedSchema = section({
  elements: Folder.optional().describe(
    'where the package rewards-elements lies on the web: its folder dist/, with a slash at the end. Left out, the proxy serves the files itself, from the option elements of createProxy, which rewards serve sets',
  ),
});

/** The settings of pages for frames; null if there are none. */
export interface EmbedSettings {
  /** The address of the folder with the elements' files; null if the proxy serves them. */
  elements: string | null;
}

/** `true` means no further settings. */
const EmbedSetting = z
  .custom<boolean | z.input<typeof EmbedSchema>>()
  .register(insides, { inside: EmbedSchema })
  .transform((given, context): EmbedSettings | null => {
    if (given === false) return null;
    const parsed = EmbedSchema.safeParse(given === true ? {} : given, {
      error: (issue) =>
        issue.path?.length ? plainWords(issue) : "must be true, false, or { elements: 'https://…/dist/' }",
    });
    if (parsed.success) return { elements: parsed.data.elements ?? null };
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });

/** The keys for pages in frames. */
export const embedConfig = {
  name: 'embed',
  keys: {
    embed: EmbedSetting.prefault(false).describe(
      'true has the proxy answer at embed/<action> with a page for a frame, which the sites of origins alone can frame; left out, there are no such pages',
    ),
  },
} satisfies ConfigPart;
