import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord } from '../../contract/guard.ts';
import { isWebhookSecret, WEBHOOK_SECRET_RULE, webhookKey } from '../alerts/webhook-secret.ts';
import { signatureFromBase64, signatureFromHex } from './signature-bytes.ts';
import type { IncomingHeaders } from '../http/incoming.ts';

/** The signatures in a message's headers. One of them must be valid for `before` followed by the body. */
export interface ShownSignatures {
  signatures: readonly Uint8Array[];
  before: string;
  /** When it was signed, in epoch seconds, if the sender says so. */
  timestamp?: number;
}

/** A sender's way of signing messages. */
export interface SignatureForm {
  /** The signatures in the headers, or what is wrong with the headers. */
  read(headers: IncomingHeaders): ShownSignatures | { error: string };
  /** What is wrong with a secret; null if nothing is. */
  secretError(secret: string): string | null;
  keyOf(secret: string): Uint8Array;
  /** The event's id, and whether the signature covers it. */
  idOf(headers: IncomingHeaders, body: unknown): { id: unknown; isSigned: boolean };
  typeOf(headers: IncomingHeaders, body: unknown): unknown;
  /** Whether messages contain the time at which they were signed. */
  isTimed: boolean;
}

const MIN_SECRET_BYTES = 16;

/** For senders that accept any text as a secret. */
const ANY_TEXT = {
  secretError: (secret: string) =>
    utf8ToBytes(secret).byteLength < MIN_SECRET_BYTES
      ? `must have at least ${MIN_SECRET_BYTES} bytes, because a person who sees a message could guess a shorter one`
      : null,
  keyOf: utf8ToBytes,
};

/** Standard Webhooks 1.0.0, with symmetric signatures (`v1`); those of other versions are ignored. */
const standard: SignatureForm = {
  isTimed: true,
  secretError: (secret) => (isWebhookSecret(secret) ? null : WEBHOOK_SECRET_RULE),
  keyOf: webhookKey,
  read(headers) {
    const id = headers.get('webhook-id') ?? '';
    if (!isId(id)) return missing('webhook-id', 'an id without spaces');
    const timestamp = secondsIn(headers.get('webhook-timestamp') ?? '');
    if (timestamp === null) return missing('webhook-timestamp', 'whole seconds since 1970');
    const entries = (headers.get('webhook-signature') ?? '').split(' ');
    // If the header came twice, an entry ends with a comma.
    const isOne = !entries.some((entry) => entry.endsWith(','));
    const signatures = isOne ? decoded(entries, 'v1,', signatureFromBase64) : null;
    return signatures
      ? { signatures, timestamp, before: `${id}.${timestamp}.` }
      : missing('webhook-signature', 'v1, and the signature in base64, with = at its end');
  },
  idOf: (headers) => ({ id: headers.get('webhook-id'), isSigned: true }),
  typeOf: (_headers, body) => member(body, 'type'),
};

/** GitHub, "Validating webhook deliveries". The id of a delivery is not signed. */
const github: SignatureForm = {
  ...ANY_TEXT,
  isTimed: false,
  read: (headers) => single(headers, 'x-hub-signature-256', 'sha256=', signatureFromHex),
  idOf: (headers) => ({ id: headers.get('x-github-delivery'), isSigned: false }),
  typeOf: (headers) => headers.get('x-github-event'),
};

/** Stripe, "Verify webhook signatures manually". Signatures of schemes other than `v1` are ignored. */
const stripe: SignatureForm = {
  ...ANY_TEXT,
  isTimed: true,
  read(headers) {
    const entries = (headers.get('stripe-signature') ?? '').split(',');
    const times = entries.filter((entry) => entry.startsWith('t='));
    // If the header came twice, it contains spaces.
    const isOne = entries.every((entry) => /^\w+=[\w+/=-]*$/.test(entry));
    const timestamp = isOne && times.length === 1 ? secondsIn(times[0]?.slice(2) ?? '') : null;
    const signatures = decoded(entries, 'v1=', signatureFromHex);
    if (timestamp === null || !signatures) return missing('stripe-signature');
    return { signatures, timestamp, before: `${timestamp}.` };
  },
  idOf: (_headers, body) => ({ id: member(body, 'id'), isSigned: true }),
  typeOf: (_headers, body) => member(body, 'type'),
};

/** Shopify, "Verify webhook deliveries". The id of a delivery is not signed, and stays the same when it is sent again. */
const shopify: SignatureForm = {
  ...ANY_TEXT,
  isTimed: false,
  read: (headers) => single(headers, 'x-shopify-hmac-sha256', '', signatureFromBase64),
  idOf: (headers) => ({ id: headers.get('x-shopify-webhook-id'), isSigned: false }),
  typeOf: (headers) => headers.get('x-shopify-topic'),
};

/** Tally, "Webhooks". */
const tally: SignatureForm = {
  ...ANY_TEXT,
  isTimed: false,
  read: (headers) => single(headers, 'tally-signature', '', signatureFromBase64),
  idOf: (_headers, body) => ({ id: member(body, 'eventId'), isSigned: true }),
  typeOf: (_headers, body) => member(body, 'eventType'),
};

/** Typeform, "Secure your webhooks". */
const typeform: SignatureForm = {
  ...ANY_TEXT,
  isTimed: false,
  read: (headers) => single(headers, 'typeform-signature', 'sha256=', signatureFromBase64),
  idOf: (_headers, body) => ({ id: member(body, 'event_id'), isSigned: true }),
  typeOf: (_headers, body) => member(body, 'event_type'),
};

/** The ways of signing by their names in the config. */
export const SIGNATURE_FORMS = { standard, github, stripe, shopify, tally, typeform } as const satisfies Record<
  string,
  SignatureForm
>;

export type SignatureName = keyof typeof SIGNATURE_FORMS;

/** More than a sender has while it replaces its secret. */
const MAX_SIGNATURES = 8;

/** Whether the text can be the id of an event. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7E]{1,255}$/.test(text);
}

function single(
  headers: IncomingHeaders,
  name: string,
  prefix: string,
  decode: (text: string) => Uint8Array | null,
): ShownSignatures | { error: string } {
  const text = headers.get(name);
  const signature = text?.startsWith(prefix) ? decode(text.slice(prefix.length)) : null;
  return signature ? { signatures: [signature], before: '' } : missing(name);
}

/** The decoded signatures, without malformed ones; null if there are none, or more than any sender has. */
function decoded(
  entries: readonly string[],
  prefix: string,
  decode: (text: string) => Uint8Array | null,
): Uint8Array[] | null {
  const shown = entries.filter((entry) => entry.startsWith(prefix));
  if (shown.length > MAX_SIGNATURES) return null;
  const signatures = shown.map((entry) => decode(entry.slice(prefix.length))).filter((bytes) => bytes !== null);
  return signatures.length > 0 ? signatures : null;
}

function missing(header: string, form?: string): { error: string } {
  const wanted = form === undefined ? '' : `: ${form}`;
  return { error: `The header ${header} is missing, or not as its form of signature has it${wanted}.` };
}

function secondsIn(text: string): number | null {
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : null;
}

function member(body: unknown, name: string): unknown {
  return isRecord(body) && Object.hasOwn(body, name) ? body[name] : undefined;
}
