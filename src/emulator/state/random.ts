/** Gives that many random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

export const cryptoRandom: RandomBytes = (size) => crypto.getRandomValues(new Uint8Array(size));

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An id of 19 digits. Like those of chat platforms it exceeds 2^53, so code that converts it to a number fails visibly. */
export function newId(random: RandomBytes): string {
  const lowest = 10n ** 18n;
  return String(lowest + (BigInt(`0x${hex(random(8))}`) % lowest));
}

/** An API key of 160 random bits. The service does not document what its keys look like; the prefix tells ours from real ones. */
export function newApiKey(random: RandomBytes = cryptoRandom): string {
  return `emu_${hex(random(20))}`;
}
