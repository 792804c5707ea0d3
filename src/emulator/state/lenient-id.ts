/** One or more digits of any script, with single underscores between them, a sign, and white space around it. */
const NUMBER = /^\s*([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)\s*$/u;
const DIGIT = /\p{Nd}/u;

/**
 * The id as a number, for a service that parses ids as Python's `int(text)` does: leading zeros, a sign, `_` between digits, white space
 * around it and the digits of other scripts make no difference. As in languages with 64-bit integers, higher bits are lost. Null for a text
 * that is no number.
 */
export function numberIn(text: string): bigint | null {
  const [, sign, digits] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = BigInt(Array.from(digits.replaceAll('_', ''), valueOf).join(''));
  return BigInt.asUintN(64, sign === '-' ? -number : number);
}

/** The digits of a script follow one another from 0 to 9, and several sets of them may, too. */
function valueOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let first = at;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (at - first) % 10;
}
