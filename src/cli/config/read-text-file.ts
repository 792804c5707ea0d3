import { readFile } from 'node:fs/promises';

/** The end of the message for a file in UTF-16. */
export const NOT_UTF_8 = 'is no text in UTF-8: save it as UTF-8';

/** The text of a file. If the file cannot be read or is UTF-16, throws one line that names it. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (text.includes('\0')) throw new Error(`${path} ${NOT_UTF_8}`);
  return text;
}
