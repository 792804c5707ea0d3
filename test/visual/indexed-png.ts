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

/**
 * Packs a picture as a PNG with a palette (section 11 of its specification), which takes a fifth of what true colours
 * take. Where there are more than 256 colours, those that are much alike become the commonest of them.
 */
export function indexedPng({ width, height, data }: Pixels): Buffer {
  const counts = new Map<number, number>();
  const colourAt = (pixel: number) => Buffer.from(data.buffer, data.byteOffset + pixel * 4, 4).readUIntBE(0, 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const { palette, indices } = reduced(byCount);

  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // Each row begins with a byte that says how it is filtered: not at all.
    rows[pixel + Math.floor(pixel / width) + 1] = indices.get(colourAt(pixel)) ?? 0;
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
