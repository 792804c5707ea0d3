import { readFile } from 'node:fs/promises';

/** What to say of a file whose text is in UTF-16. */
export const NOT_UTF_8 = 'is no text in UTF-8: save it as UTF-8';

/** The text of a file. Throws one line that names the file, where it cannot be read, or is in UTF-16, with a mark of that or without. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (text.includes('\0')) throw new Error(`${path} ${NOT_UTF_8}`);
  return text;
}
