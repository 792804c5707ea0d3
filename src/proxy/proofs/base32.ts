const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a text in base32 (RFC 4648), as authenticators accept it; null if it is not valid. */
export function base32Bytes(text: string): Uint8Array | null {
  const digits = text.replace(/[\s=]/g, '').toUpperCase();
  if (!/^[A-Z2-7]+$/.test(digits)) return null;
  const bits = Array.from(digits, (digit) => ALPHABET.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
