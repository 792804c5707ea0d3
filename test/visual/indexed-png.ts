import { crc32, deflateSync } from 'node:zlib';

/** Pixels as bytes of red, green, blue and alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
const BIT_DEPTH = 8;
const INDEXED = 3;

/** A picture of few colours: each pixel is a place in the palette. */
interface Indexed {
  palette: number[];
  indices: Uint8Array;
}

/**
 * Packs a picture as a PNG with a palette (section 11 of its specification), which takes a fifth of what true colours
 * take. Where there are more than 256 colours, those that are much alike become the commonest of them.
 */
export function indexedPng(pixels: Pixels): Buffer {
  const { width, height } = pixels;
  const { palette, indices } = indexed(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    // Each row begins with a byte that says how it is filtered: not at all.
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BIT_DEPTH;
  header[9] = INDEXED;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The pixels as they are once they have been packed like that. */
export function inFewColours(pixels: Pixels): Pixels {
  const { palette, indices } = indexed(pixels);
  const data = new Uint8Array(indices.length * 4);
  for (let pixel = 0, at = 0; pixel < indices.length; pixel += 1, at += 4) {
    const colour = palette[indices[pixel] ?? 0] ?? 0;
    data[at] = colour >> 16;
    data[at + 1] = colour >> 8;
    data[at + 2] = colour;
    data[at + 3] = 255;
  }
  return { ...pixels, data };
}

function indexed({ width, height, data }: Pixels): Indexed {
  const colours = new Uint32Array(width * height);
  for (let pixel = 0, at = 0; pixel < colours.length; pixel += 1, at += 4) {
    colours[pixel] = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  }
  const counts = new Map<number, number>();
  for (const [colour, length] of runs(colours)) counts.set(colour, (counts.get(colour) ?? 0) + length);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const { palette, indices } = reduced(byCount);
  const found = new Uint8Array(colours.length);
  let from = 0;
  for (const [colour, length] of runs(colours)) found.fill(indices.get(colour) ?? 0, from, (from += length));
  return { palette, indices: found };
}

/** Pixels of one colour that stand beside each other: most do. */
function* runs(colours: Uint32Array): Generator<readonly [colour: number, length: number]> {
  for (let from = 0, to = 0; from < colours.length; from = to) {
    const colour = colours[from] ?? 0;
    while (to < colours.length && colours[to] === colour) to += 1;
    yield [colour, to - from];
  }
}

const channels = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

/** A palette for colours that are given commonest first, and where in it each is found. */
function reduced(colours: number[], step = 1): { palette: number[]; indices: Map<number, number> } {
  const alike = Map.groupBy(colours, (colour) =>
    channels(colour)
      .map((level) => Math.floor(level / step))
      .join(),
  );
  if (alike.size > COLOURS) return reduced(colours, step + 1);
  const groups = [...alike.values()];
  return {
    palette: groups.flatMap((group) => group.slice(0, 1)),
    indices: new Map(groups.flatMap((group, index) => group.map((colour) => [colour, index]))),
  };
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
