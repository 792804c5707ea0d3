import { encode } from 'uqr';
import { visible } from '../output/visible.ts';
import type { ShownCode } from '../../proxy/proofs/shown-code.ts';

/** Black on white, whatever the terminal's own colours are: cameras take no other. */
const BLACK_ON_WHITE = '\u001b[30;107m';
const AS_BEFORE = '\u001b[0m';
const BOLD = '\u001b[1m';
/** A camera finds the code by the white around it. */
const BORDER = 4;
const MARGIN = '  ';

/** The text as a QR code: two rows of it in each line, half a line high. */
export function qrLines(text: string): string[] {
  const { data } = encode(text, { border: BORDER, ecc: 'M' });
  return data
    .filter((_, row) => row % 2 === 0)
    .map((upper, line) => {
      const lower = data[line * 2 + 1] ?? [];
      return upper.map((isBlack, column) => halves(isBlack, lower[column] === true)).join('');
    });
}

function halves(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}

/** What an organiser's screen shows of the code at that time (epoch milliseconds), in a terminal of that size. */
export function codeScreen(
  title: string,
  { code, nextAt, goodUntil, address }: ShownCode,
  { now, columns, rows }: { now: number; columns: number; rows: number },
): string {
  const left = Math.ceil((nextAt - now) / 1000);
  const minutes = (goodUntil - nextAt) / 60_000;
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const head = [
    `${MARGIN}${visible(title)}`,
    '',
    `${MARGIN}${BOLD}${spaced}${AS_BEFORE}   the next one in ${left} s`,
    `${MARGIN}It counts for ${minutes === 1 ? 'a minute' : `${minutes} minutes`} after that. Ctrl-C ends this.`,
  ];
  if (address === null) return head.join('\n');
  const lines = qrLines(address);
  const width = MARGIN.length + (lines[0]?.length ?? 0);
  const height = head.length + 1 + lines.length;
  const picture =
    columns >= width && rows > height
      ? lines.map((line) => `${MARGIN}${BLACK_ON_WHITE}${line}${AS_BEFORE}`)
      : [`${MARGIN}For the QR code the window has to be ${width} columns wide and ${height + 1} lines high.`];
  return [...head, '', ...picture].join('\n');
}
