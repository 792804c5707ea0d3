import { readTextFile } from './read-text-file.ts';

/** The value in a JSON file. Throws one line that names the file, the line in it, and what is wrong there. */
export async function readJsonFile(path: string): Promise<unknown> {
  const json = (await readTextFile(path)).replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The rest of the message may quote the text around the error, which may contain an API key.
    const what = message.split(/,? \.*"| in JSON at| is not valid JSON/)[0];
    // oxlint-disable-next-line preserve-caught-error -- for the same reason
    throw new Error(`${path}:${lineOfJsonError(json, message)}: is not JSON: ${what}`);
  }
}

/** Node names the line of some errors. For an unexpected character, a binary search finds the shortest beginning of the text that has the error. */
function lineOfJsonError(json: string, message: string): number {
  const named = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  let [before, end] = [0, json.length];
  while (end - before > 1) {
    const middle = Math.floor((before + end) / 2);
    if (/Unexpected token/.test(parseError(json.slice(0, middle)))) end = middle;
    else before = middle;
  }
  return json.slice(0, end).split('\n').length;
}

function parseError(json: string): string {
  try {
    JSON.parse(json);
    return '';
  } catch (error) {
    return String(error);
  }
}
