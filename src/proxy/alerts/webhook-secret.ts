import { fromBase64 } from '../../common/base64.ts';

/** The form of a secret (Standard Webhooks 1.0.0, "Signature scheme"): 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

export const WEBHOOK_SECRET_RULE =
  'must be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"';

export function isWebhookSecret(secret: string): boolean {
  const { byteLength } = secretBytes(secret) ?? { byteLength: 0 };
  return byteLength >= MIN_BYTES && byteLength <= MAX_BYTES;
}

/** The bytes of a secret. Throws `TypeError` if it is not one. */
export function webhookKey(secret: string): Uint8Array {
  const bytes = secretBytes(secret);
  if (bytes) return bytes;
  throw new TypeError(`the secret of a webhook ${WEBHOOK_SECRET_RULE}`);
}

function secretBytes(secret: string): Uint8Array | null {
  const text = SECRET.exec(secret)?.[1];
  try {
    return text === undefined ? null : fromBase64(text);
  } catch {
    return null;
  }
}
