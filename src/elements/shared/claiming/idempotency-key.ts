/** A new unguessable key. Pages that are not served over https have no `randomUUID`. */
export function newIdempotencyKey(): string {
  if (isSecureContext) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
