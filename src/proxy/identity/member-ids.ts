import { isMemberId } from '../../contract/index.ts';

/** The settings of the config for member ids. */
export interface MemberIdSettings {
  /** The form of an id: a regular expression that must match the whole id. Default: decimal digits. */
  pattern?: string | RegExp | undefined;
  /** Returns the same text for each spelling of an id, which then must match the pattern; null if the text is not an id. */
  canonical?: ((text: string) => string | null) | undefined;
  /** An id, for hints. */
  example?: string | undefined;
}

/** The result of reading an id: the id in the form for ledger and service, or what is wrong with it. */
export type ReadMemberId = { id: string } | { error: string };

/** The one rule for ids, wherever they come from: every spelling of an id becomes the same text, or is refused. */
export interface MemberIds {
  /** The form of an id, in words. */
  readonly rule: string;
  /**
   * Never guesses: a JavaScript number is no id, because it may have lost its last digits. Throws `TypeError` if the result of `canonical` is not
   * stable.
   */
  read(value: unknown): ReadMemberId;
}

const MAX_TEXT_LENGTH = 256;
const DIGITS = /^[1-9][0-9]{4,19}$/;
const DIGITS_RULE = '5 to 20 digits without a leading zero';
/** The largest number for a service that counts in 64 bits: it would read a larger one as another member. */
const LARGEST = '18446744073709551615';
/** Digits of other scripts that Unicode does not normalize to 0 to 9. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/u;
/** Prefixes that a ledger writes in place of an id that was removed. */
const RESERVED = /^(?:purged|forgotten):/;

/** The rule of a config. Throws a `TypeError` that says what is wrong with the settings. */
export function memberIdsOf({ pattern, canonical, example }: MemberIdSettings = {}): MemberIds {
  const shape = pattern === undefined ? { test: isUsual } : wholeOf(pattern);
  const looks = pattern === undefined ? DIGITS_RULE : `text that matches ${sourceOf(pattern)}`;
  const rule = example === undefined ? looks : `${looks}, such as ${example}`;

  function read(value: unknown): ReadMemberId {
    if (typeof value !== 'string')
      return { error: `must be text, not ${kindOf(value)}: ids are too large for numbers` };
    const id = value.length > MAX_TEXT_LENGTH ? null : written(value, canonical);
    return id !== null && isMemberId(id) && isPlain(id) && shape.test(id) ? { id } : { error: `must be ${rule}` };
  }

  return { rule, read };
}

function isUsual(id: string): boolean {
  return DIGITS.test(id) && (id.length < LARGEST.length || id <= LARGEST);
}

/** Whether the id is in its simplest form: for example, not in wide letters instead of the usual ones. */
function isPlain(id: string): boolean {
  return id.normalize('NFKC') === id && !FOREIGN_DIGIT.test(id) && !RESERVED.test(id);
}

/** The id in its one spelling. Texts that look the same become the same, in any normalization form of Unicode. */
function written(text: string, canonical: MemberIdSettings['canonical']): string | null {
  if (!canonical) return text.normalize('NFC');
  const id = rewritten(text.normalize('NFC'), canonical);
  if (id !== null && rewritten(id, canonical) !== id) {
    throw new TypeError(
      'memberIds.canonical gives another id for one that it gave: what it gives has to stay as it is',
    );
  }
  return id;
}

/** If the owner's function throws, such as `BigInt(text)` for a word, the text is not an id. */
function rewritten(text: string, canonical: (text: string) => unknown): string | null {
  let id: unknown;
  try {
    id = canonical(text);
  } catch {
    return null;
  }
  if (id === null || id === undefined) return null;
  if (typeof id === 'string') return id.normalize('NFC');
  throw new TypeError(`memberIds.canonical gave ${kindOf(id)}: it has to give the id as text, or null`);
}

/** What is wrong with a pattern; null if nothing is. */
export function patternProblem(pattern: string | RegExp): string | null {
  const flags = flagsOf(pattern);
  if (!/^[uv]?$/.test(flags)) {
    return `has the flags ${flags}: leave out all but u or v, and give canonical where several ways to write an id mean the same`;
  }
  try {
    // Compiled separately first, so that no bracket in it can close the group that is put around it.
    void new RegExp(sourceOf(pattern), flags);
    return null;
  } catch {
    return "is no regular expression: write one such as '[1-9][0-9]{4,19}'";
  }
}

function wholeOf(pattern: string | RegExp): RegExp {
  const problem = patternProblem(pattern);
  if (problem !== null) throw new TypeError(`memberIds.pattern ${problem}`);
  return new RegExp(`^(?:${sourceOf(pattern)})$`, flagsOf(pattern));
}

function sourceOf(pattern: string | RegExp): string {
  return typeof pattern === 'string' ? pattern : pattern.source;
}

function flagsOf(pattern: string | RegExp): string {
  return typeof pattern === 'string' ? 'u' : pattern.flags;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
