import { parseJson } from '../common/parse-json.ts';
import { membersOf, wholeNumber } from './json-members.ts';
import type { TransportReply } from './transport.ts';
import type { AwardEcho, RoleEcho } from './wire.ts';

/** What a reply says, whatever its form. */
export interface Reading {
  /** Why it is no success; a success has none. */
  flaw?: string;
  /** Whether it says no by its code: a whole number, or text of one, other than 0. */
  refusal: boolean;
  /** Whether it says two things at once. */
  contradicts?: true;
  /** As a number where it is a whole one that a number holds, otherwise as text. */
  code?: number | string;
  error?: string;
  ts?: number;
}

/** Characters of a reply within which nothing is nested too deep to be written again. */
const SHORT = 2_000;

/** What one `code` says. */
type Code = { is: 'success' } | { is: 'refusal' | 'odd'; code: number | string };

/**
 * Reads a reply to a call that should echo `expected`. Only `code` 0 beside the echo says that it was executed, and only another
 * whole number that it was not; `error` and `ts` decide nothing, since no document shows what they hold in a failure. A member that
 * occurs twice has to say the same each time: `JSON.parse` alone would keep the last.
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
 * Reads a success that is written as `JSON.stringify` writes it, as nearly all are: written again it is the same, so no member
 * occurs twice, and no number was rounded. Null for any other reply. It comes to the same as reading member by member, far sooner.
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

/** The values of a JSON object's members by name, as they were written; null for another JSON value. */
function valuesByName(json: string): Map<string, string[]> | null {
  if (!/^\s*\{/.test(json)) return null;
  const byName = Map.groupBy(membersOf(json), ([name]) => name);
  return new Map(Array.from(byName, ([name, members]) => [name, members.map(([, value]) => value)]));
}

/** What the reply says beside its code, as far as it has the documented type. */
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

/** The fields whose echo is not exactly, in value and JSON type, what was sent, in any of what `data` says. */
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
