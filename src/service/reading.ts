import { parseJson } from '../common/parse-json.ts';
import { membersOf, wholeNumber } from './json-members.ts';
import type { TransportReply } from './transport.ts';
import type { AwardEcho, RoleEcho } from './wire.ts';

/** The meaning of a reply, whatever its form. */
export interface Reading {
  /** Why it is not a success; undefined for a success. */
  flaw?: string;
  /** Whether its code is a refusal: a whole number other than 0, or text of one. */
  refusal: boolean;
  /** Whether its parts contradict each other. */
  contradicts?: true;
  /** A number if it is a safe integer, otherwise text. */
  code?: number | string;
  error?: string;
  ts?: number;
}

/** A reply of at most so many characters cannot be nested too deeply for `JSON.stringify`. */
const SHORT = 2_000;

/** The meaning of one `code`. */
type Code = { is: 'success' } | { is: 'refusal' | 'odd'; code: number | string };

/**
 * Reads a reply to a call that should echo `expected`. Only `code` 0 together with the echo means that the call was executed. Only another whole
 * number means that it was not. `error` and `ts` decide nothing, because no document shows their values in a failure. A member that occurs twice must
 * have the same value each time: `JSON.parse` alone would keep the last.
 */
export function readReply(reply: TransportReply, expected: AwardEcho | RoleEcho): Reading {
  const nothing = (flaw: string): Reading => ({ flaw, refusal: false });
  if (!reply.complete) return nothing(reply.failure ?? 'the reply ended early');
  const value = parseJson(reply.body);
  if (value === undefined) return nothing('the reply is not JSON');
  const usual = readUsual(reply.body, value, expected);
  if (usual) return usual;
  const members = valuesByName(reply.body);
  if (!members) return nothing('the reply is no JSON object');

  const [error, ts] = ['error', 'ts'].map((name) => parseJson(members.get(name)?.at(-1) ?? 'null'));
  const reading = { refusal: false, ...remarks(error, ts) };
  const [first, ...others] = (members.get('code') ?? []).map(readCode);
  if (!first) return { ...reading, flaw: 'the reply has no code' };
  if (others.some((other) => !sameCode(first, other))) {
    return { ...reading, contradicts: true, flaw: 'the reply contradicts itself: it has two codes' };
  }
  if (first.is === 'odd') return { ...reading, code: first.code, flaw: 'the code is no whole number' };
  if (first.is === 'refusal') {
    return { ...reading, refusal: true, code: first.code, flaw: `the service answered with code ${first.code}` };
  }
  const differing = differences(members.get('data') ?? ['null'], expected);
  if (differing.length === 0) return { ...reading, code: 0 };
  return { ...reading, code: 0, flaw: `the echo differs in ${differing.join(', ')}` };
}

/**
 * The fast way for a success in the form that `JSON.stringify` writes, as nearly all are. If the parsed value is written in the same way again, no
 * member occurs twice and no number was rounded. Null for any other reply. The result is the same as that of reading member by member.
 */
function readUsual(json: string, value: unknown, expected: AwardEcho | RoleEcho): Reading | null {
  if (!isObject(value) || value['code'] !== 0 || json.length > SHORT) return null;
  const { data, error, ts } = value;
  if (!isObject(data) || Object.entries(expected).some(([name, sent]) => data[name] !== sent)) return null;
  return JSON.stringify(value) === json ? { refusal: false, ...remarks(error, ts), code: 0 } : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The unparsed values of a JSON object's members, by name; null for another JSON value. */
function valuesByName(json: string): Map<string, string[]> | null {
  if (!/^\s*\{/.test(json)) return null;
  const byName = Map.groupBy(membersOf(json), ([name]) => name);
  return new Map(Array.from(byName, ([name, members]) => [name, members.map(([, value]) => value)]));
}

/** The reply's `error` and `ts`, if they have the documented types. */
function remarks(error: unknown, ts: unknown): Pick<Reading, 'error' | 'ts'> {
  return { ...(typeof error === 'string' && { error }), ...(typeof ts === 'number' && { ts }) };
}

function readCode(json: string): Code {
  const isText = json.startsWith('"');
  const text = isText ? String(JSON.parse(json)).trim() : json;
  const whole = isText && !/^-?\d+$/.test(text) ? null : wholeNumber(text);
  if (whole === 0n && !isText) return { is: 'success' };
  if (whole === null || whole === 0n) return { is: 'odd', code: text };
  const number = Number(whole);
  return { is: 'refusal', code: Number.isSafeInteger(number) ? number : String(whole) };
}

function sameCode(one: Code, other: Code): boolean {
  if (one.is === 'success' || other.is === 'success') return one.is === other.is;
  return one.is === other.is && one.code === other.code;
}

/** The fields whose echo differs from what was sent, in value or JSON type, in any of the reply's `data`. */
function differences(data: readonly string[], expected: AwardEcho | RoleEcho): string[] {
  const echoes = data.map((json) => valuesByName(json) ?? new Map<string, string[]>());
  return Object.entries(expected).flatMap(([name, value]) => {
    const values = echoes.map((echo) => echo.get(name) ?? ['null']).flat();
    return values.every((json) => isEcho(json, value)) ? [] : [name];
  });
}

function isEcho(json: string, sent: string | number): boolean {
  return typeof sent === 'number' ? wholeNumber(json) === BigInt(sent) : JSON.parse(json) === sent;
}
