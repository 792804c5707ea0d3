import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64 } from '../../common/base64.ts';
import { webhookKey } from './webhook-secret.ts';

/** The headers with which a receiver verifies a message (Standard Webhooks 1.0.0). `at` is the time of the attempt in epoch milliseconds. */
export function webhookHeaders(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signed = utf8ToBytes(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => `v1,${toBase64(hmac(sha256, webhookKey(secret), signed))}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
