import { isRecord, isString } from '../contract/guard.ts';
import { CLAIM_STATES, type ClaimFilter, GRANT_STATES } from '../ledger/index.ts';
import { type DecisionRequest, MAX_DECISIONS } from './api.ts';
import { DeskError } from './problem.ts';

const STATES = [...new Set([...CLAIM_STATES, ...GRANT_STATES])];
const MAX_NAME = 100;
const MAX_WHY = 500;

/** Which claims a query asks for. Throws `DeskError` that names what is wrong. */
export function readFilter(query: URLSearchParams): ClaimFilter {
  const state = STATES.find((known) => known === query.get('state'));
  if (query.has('state') && state === undefined) throw wrong(`state must be one of ${STATES.join(', ')}.`);
  const [action, after] = [query.get('action'), query.get('after')];
  const [since, until] = [readNumber(query, 'since', 8.64e15), readNumber(query, 'until', 8.64e15)];
  return {
    ...(state !== undefined && { state }),
    ...(action !== null && { action }),
    ...(after !== null && { after }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}

/** A whole number from 0 to `max`, or null where there is none. Throws `DeskError`. */
export function readNumber(query: URLSearchParams, name: string, max: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Infinity;
  if (value <= max) return value;
  throw wrong(`${name} must be a whole number from 0 to ${max}.`);
}

/** What is to be decided. Throws `DeskError` that names what is wrong. */
export function readDecision(body: unknown): DecisionRequest {
  if (!isRecord(body)) throw wrong('The body must be an object.');
  const { ids, state, by, why } = body;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_DECISIONS || !ids.every(isString)) {
    throw wrong(`ids must name 1 to ${MAX_DECISIONS} claims.`);
  }
  if (state !== 'granted' && state !== 'released') throw wrong('state must be granted or released.');
  return {
    ids: [...new Set(ids)],
    state,
    why: readText(why, 'why', MAX_WHY),
    ...(by !== undefined && { by: readText(by, 'by', MAX_NAME) }),
  };
}

function readText(value: unknown, name: string, max: number): string {
  const text = isString(value) ? value.replaceAll(/\s+/g, ' ').trim() : '';
  if (text.length > 0 && text.length <= max) return text;
  throw wrong(`${name} must be text of 1 to ${max} characters.`);
}

function wrong(detail: string): DeskError {
  return new DeskError('invalid-request', detail);
}
