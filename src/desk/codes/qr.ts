import { encode } from 'uqr';

/** A camera finds the code by the white around it. */
const BORDER = 4;

/** A text as a QR code: black squares in a white one of that size, as the path of an SVG. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  const rows = data.map((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}
