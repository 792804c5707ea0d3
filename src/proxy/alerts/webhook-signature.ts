import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** What a secret looks like (Standard Webhooks 1.0.0, "Signature scheme"): 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

export const WEBHOOK_SECRET_RULE =
  'must be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"';

export function isWebhookSecret(secret: string): boolean {
  const { byteLength } = secretBytes(secret) ?? { byteLength: 0 };
  return byteLength >= MIN_BYTES && byteLength <= MAX_BYTES;
}

/** The headers by which a receiver knows a message (Standard Webhooks 1.0.0). `at` is the time of the attempt in epoch milliseconds. */
export function webhookHeaders(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signed = utf8ToBytes(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => `v1,${base64(hmac(sha256, webhookKey(secret), signed))}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The bytes that a secret stands for. Throws `TypeError` for what is none. */
export function webhookKey(secret: string): Uint8Array {
  const bytes = secretBytes(secret);
  if (bytes) return bytes;
  throw new TypeError(`the secret of a webhook ${WEBHOOK_SECRET_RULE}`);
}

function secretBytes(secret: string): Uint8Array | null {
  const text = SECRET.exec(secret)?.[1];
  try {
    return text === undefined ? null : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
