import { isRecord, isString } from '../contract/guard.ts';
import { CLAIM_STATES, type ClaimFilter, DELIVERY_STATES, type DeliveryFilter, GRANT_STATES } from '../ledger/index.ts';
import { readEventId } from '../proxy/deliveries/message.ts';
import {
  type DecisionRequest,
  type GiftRequest,
  MAX_DECISIONS,
  MAX_SENT_AGAIN,
  type SendAgainRequest,
} from './api-types.ts';
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

/** A whole number from 0 to `max`, or null if there is none. Throws `DeskError`. */
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

/** What is to be given, except who gives it. Throws `DeskError` for what has another shape; what the proxy says of it comes later. */
export function readGiftRequest(body: unknown): GiftRequest {
  if (!isRecord(body)) throw wrong('The body must be an object.');
  const { memberId, points, role, remark, key, by, why, service } = body;
  if (points !== undefined && typeof points !== 'number') throw wrong('points must be a number.');
  return {
    memberId: readText(memberId, 'memberId', MAX_WHY),
    key: readText(key, 'key', MAX_WHY),
    ...(points !== undefined && { points }),
    ...(role !== undefined && { role: readText(role, 'role', MAX_WHY) }),
    ...(remark !== undefined && { remark: readText(remark, 'remark', MAX_WHY) }),
    ...(why !== undefined && { why: readText(why, 'why', MAX_WHY) }),
    ...(by !== undefined && { by: readText(by, 'by', MAX_NAME) }),
    ...(service !== undefined && { service: readText(service, 'service', MAX_WHY) }),
  };
}

/** A file of gifts, and which service gives them. Throws `DeskError`. */
export function readGiftFile(body: unknown): { name: string; text: string; service: string | undefined } {
  if (!isRecord(body) || !isString(body['text'])) throw wrong('name and text of the file are needed.');
  const { name, text, service } = body;
  return {
    name: readText(name, 'name', MAX_WHY),
    text,
    service: service === undefined ? undefined : readText(service, 'service', MAX_WHY),
  };
}

/** Which of the files that were checked is meant, and who gives it. Throws `DeskError`. */
export function readHeldFile(body: unknown): { id: string; by: string | undefined } {
  if (!isRecord(body)) throw wrong('The body must be an object.');
  return { id: readText(body['id'], 'id', MAX_NAME), by: readBy(body) };
}

/** Which deliveries a query asks for. Throws `DeskError` that names what is wrong. */
export function readDeliveryFilter(query: URLSearchParams): DeliveryFilter {
  const state = DELIVERY_STATES.find((known) => known === query.get('state'));
  if (query.has('state') && state === undefined) throw wrong(`state must be one of ${DELIVERY_STATES.join(', ')}.`);
  const [receiver, claimId, after] = ['to', 'claim', 'after'].map((name) => query.get(name) ?? undefined);
  return {
    ...(state !== undefined && { state }),
    ...(receiver !== undefined && { receiver }),
    ...(claimId !== undefined && { claimId }),
    ...(after !== undefined && { after: readDeliveryKey(after) }),
  };
}

function readDeliveryKey(text: string): NonNullable<DeliveryFilter['after']> {
  const [event = '', receiver] = text.split('.');
  const id = readEventId(event);
  if (id && receiver !== undefined) return { ...id, receiver };
  throw wrong('after must be the next of the page before.');
}

/** What is to be sent again. Throws `DeskError` that names what is wrong. */
export function readSendAgain(body: unknown): SendAgainRequest {
  if (!isRecord(body)) throw wrong('The body must be an object.');
  const { events, failedFor } = body;
  const by = readBy(body);
  const who = by === undefined ? {} : { by };
  if (events === undefined && (failedFor === null || isString(failedFor))) return { failedFor, ...who };
  if (failedFor !== undefined || !Array.isArray(events) || events.length === 0 || events.length > MAX_SENT_AGAIN) {
    throw wrong(`Either events must name 1 to ${MAX_SENT_AGAIN} of them, or failedFor a receiver, or be null for all.`);
  }
  const named = events.map((entry: unknown) => {
    if (!isRecord(entry)) throw wrong('events must have an event and a receiver each.');
    return {
      event: readText(entry['event'], 'event', MAX_NAME),
      receiver: readText(entry['receiver'], 'receiver', MAX_NAME),
    };
  });
  return { events: named, ...who };
}

/** Who is at the desk, where that is said with the request. Throws `DeskError`. */
function readBy(body: unknown): string | undefined {
  const by = isRecord(body) ? body['by'] : undefined;
  return by === undefined ? undefined : readText(by, 'by', MAX_NAME);
}

function readText(value: unknown, name: string, max: number): string {
  const text = isString(value) ? value.replaceAll(/\s+/g, ' ').trim() : '';
  if (text.length > 0 && text.length <= max) return text;
  throw wrong(`${name} must be text of 1 to ${max} characters.`);
}

function wrong(detail: string): DeskError {
  return new DeskError('invalid-request', detail);
}
