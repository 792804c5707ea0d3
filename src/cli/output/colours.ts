import { styleText } from 'node:util';

const FORMATS = { good: 'green', careful: 'yellow', bad: 'red', title: 'bold', typed: 'cyan' } as const;

type Tone = keyof typeof FORMATS;

/** How each word is shown that says what became of something. */
const WORDS: Readonly<Record<string, Tone>> = {
  ok: 'good',
  granted: 'good',
  warn: 'careful',
  unknown: 'careful',
  pending: 'careful',
  sent: 'careful',
  fail: 'bad',
  refused: 'bad',
};
const WORD = new RegExp(`\\b(?:${Object.keys(WORDS).join('|')})\\b`, 'g');

/** Has a line that is printed look other than plain. `at` is the line's number, from 0 on. */
export type Paint = (line: string, at: number) => string;

/**
 * The text in a colour where the stream is a terminal that has some. `NO_COLOR` takes them away, and `FORCE_COLOR` has them
 * elsewhere, too.
 */
export function inColour(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(FORMATS[tone], text, { stream });
}

/** Lines with what became of something. */
export const withOutcomes: Paint = (line) => line.replace(WORD, (word) => inColour(WORDS[word] ?? 'title', word));

/** A line that begins with that, and goes on with words of others. */
export const withOutcome: Paint = (line, at) => {
  const end = line.indexOf(' ');
  return end < 0 ? line : withOutcomes(line.slice(0, end), at) + line.slice(end);
};

/** A table of that: its first line has the names of the columns. */
export const table: Paint = (line, at) => (at === 0 ? inColour('title', line) : withOutcomes(line, at));

/** Text in parts: what ends with a colon is the title of what is below it. */
export const inParts: Paint = (line) => {
  if (line.startsWith('Usage:')) return `${inColour('title', 'Usage:')}${line.slice('Usage:'.length)}`;
  return /^\S.*:$/.test(line) ? inColour('title', line) : line;
};
