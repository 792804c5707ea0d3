import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { indexedPng, inFewColours } from './indexed-png.ts';

/** How far a pixel's colour may be off, from 0 to 1: the edges of letters and curves may differ a little. */
const THRESHOLD = 0.03;
/** How many pixels may be further off. A letter has about 40. */
const PIXELS = 20;

/** Where to look when pictures differ. */
const FINDINGS = fileURLToPath(new URL('../../.data/visual/', import.meta.url));

/** Says how the drawing differs from the file, if it does, and where both can be seen. */
export function difference(file: string, drawn: Uint8Array, name: string): string | undefined {
  // Packed as the file was, the drawing has lost the same shades.
  const [before, after] = [PNG.sync.read(readFileSync(file)), inFewColours(PNG.sync.read(drawn))];
  if (before.width !== after.width || before.height !== after.height) {
    return `is ${after.width} × ${after.height} pixels in place of ${before.width} × ${before.height}: see ${keep(name, drawn)}`;
  }
  const { width, height } = before;
  const marked = new Uint8Array(width * height * 4);
  const count = pixelmatch(before.data, after.data, marked, width, height, { threshold: THRESHOLD });
  if (count <= PIXELS) return undefined;
  const picture = keep(`${name}-difference`, indexedPng({ width, height, data: marked }));
  return `differs in ${count} pixels: see ${picture} and ${keep(name, drawn)}`;
}

/** Keeps the drawing as what it is compared with from now on. */
export function renew(file: string, drawn: Uint8Array): void {
  writeFileSync(file, indexedPng(PNG.sync.read(drawn)));
}

function keep(name: string, png: Uint8Array): string {
  mkdirSync(FINDINGS, { recursive: true });
  const file = join(FINDINGS, `${name}.png`);
  writeFileSync(file, png);
  return file;
}
