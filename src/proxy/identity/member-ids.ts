import { isMemberId } from '../../contract/index.ts';

/** What the config says of member ids. */
export interface MemberIdSettings {
  /** What an id looks like: a regular expression that all of it must match. Decimal digits, if left out. */
  pattern?: string | RegExp | undefined;
  /** Gives each way to write an id the same text, which then must match the pattern; null for what is none. */
  canonical?: ((text: string) => string | null) | undefined;
  /** An id, for hints. */
  example?: string | undefined;
}

/** What came in as an id: the id as ledger and service know it, or what is wrong with it. */
export type ReadMemberId = { id: string } | { error: string };

/** The one rule for ids, whichever way they come in: every way to write an id becomes the same text, or is refused. */
export interface MemberIds {
  /** In words, what an id looks like. */
  readonly rule: string;
  /** Never guesses: a number has lost its last digits by now, and is no id. Throws `TypeError` for a `canonical` that breaks its word. */
  read(value: unknown): ReadMemberId;
}

const MAX_TEXT_LENGTH = 256;
const DIGITS = /^[1-9][0-9]{4,19}$/;
const DIGITS_RULE = '5 to 20 digits without a leading zero';
/** What a service that counts in 64 bits can tell apart: a larger number would be somebody else's to it. */
const LARGEST = '18446744073709551615';
/** Digits that mean the same as others, but are no other forms of them to Unicode. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/u;
/** What a ledger writes instead of an id that was taken away. */
const RESERVED = /^(?:purged|forgotten):/;

/** The rule of a config. Throws `TypeError` that says what of the settings makes no rule. */
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

/** Whether no simpler text could be read as the same id, such as one of usual letters instead of wide ones. */
function isPlain(id: string): boolean {
  return id.normalize('NFKC') === id && !FOREIGN_DIGIT.test(id) && !RESERVED.test(id);
}

/** The id as it is always written. What looks the same is the same, in whichever form of Unicode it came. */
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

/** What the owner's function throws for, such as `BigInt(text)` for a word, is no id. */
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

/** What keeps a pattern from being one, or null. */
export function patternProblem(pattern: string | RegExp): string | null {
  const flags = flagsOf(pattern);
  if (!/^[uv]?$/.test(flags)) {
    return `has the flags ${flags}: leave out all but u or v, and give canonical where several ways to write an id mean the same`;
  }
  try {
    // By itself, so that no bracket in it closes the group that is put around it.
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
