/**
 * A new unguessable key: the time in milliseconds, then 80 random bits, in hexadecimal. Time comes first, so that a ledger
 * writes the keys in their order, which stays cheap however many there are. Pages that are not served over https have no
 * `randomUUID`.
 */
export function newIdempotencyKey(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), hex(2));
  return [hex(12)(Date.now()), ...random].join('');
}

const hex = (digits: number) => (value: number) => value.toString(16).padStart(digits, '0');
