import { styleText } from 'node:util';

const FORMATS = { good: 'green', careful: 'yellow', bad: 'red', title: 'bold', typed: 'cyan' } as const;

type Tone = keyof typeof FORMATS;

/** The tone of each word that names an outcome. */
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

/** Colours a line before it is printed. `at` is its index among the lines. */
export type Paint = (line: string, at: number) => string;

/** The text in a colour, if the stream is a terminal with colours. `NO_COLOR` turns them off, and `FORCE_COLOR` turns them on for any stream. */
export function inColour(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(FORMATS[tone], text, { stream });
}

/** Colours every word that names an outcome. */
export const colourOutcomes: Paint = (line) => line.replace(WORD, (word) => inColour(WORDS[word] ?? 'title', word));

/** Colours only the first word: the rest of the line is not ours, and may contain the same words. */
export const colourFirstWord: Paint = (line, at) => {
  const end = line.indexOf(' ');
  return end < 0 ? line : colourOutcomes(line.slice(0, end), at) + line.slice(end);
};

/** Colours a table: the names of the columns in its first line, and outcomes below. */
export const colourTable: Paint = (line, at) => (at === 0 ? inColour('title', line) : colourOutcomes(line, at));

/** Colours a text with sections: a line that ends with a colon is a title. */
export const colourSections: Paint = (line) => {
  if (line.startsWith('Usage:')) return `${inColour('title', 'Usage:')}${line.slice('Usage:'.length)}`;
  return /^\S.*:$/.test(line) ? inColour('title', line) : line;
};
