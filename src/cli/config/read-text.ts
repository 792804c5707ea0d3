import { readFile } from 'node:fs/promises';

/** The text of a file. Throws one line that names the file, where it cannot be read, or is in UTF-16, with a mark of that or without. */
export async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (text.includes('\0')) throw new Error(`${path} is no text in UTF-8: save it as UTF-8`);
  return text;
}
