/**
 * A new unguessable key: the time in milliseconds, then 80 random bits, in hexadecimal. The time comes first, so that a ledger writes keys in their
 * order, which stays fast however many there are. `randomUUID` is not used because pages without https do not have it.
 */
export function newIdempotencyKey(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), hex(2));
  return [hex(12)(Date.now()), ...random].join('');
}

const hex = (digits: number) => (value: number) => value.toString(16).padStart(digits, '0');
