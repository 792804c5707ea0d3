import type { TransportReply } from './transport.ts';

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Collects the body of a reply up to a limit in bytes. */
export class ReplyBody {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds the next chunk. False if the limit is exceeded: then the rest is not wanted. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += Math.min(chunk.length, room);
    return chunk.length <= room;
  }

  /** The body as text. It is complete unless `failure` says why not, or it is not valid UTF-8. */
  finish(failure?: string): Pick<TransportReply, 'body' | 'complete' | 'failure'> {
    const bytes = this.#bytes();
    if (failure !== undefined) return { body: lenient.decode(bytes), complete: false, failure };
    try {
      return { body: strict.decode(bytes), complete: true };
    } catch {
      return { body: lenient.decode(bytes), complete: false, failure: 'the reply is not UTF-8' };
    }
  }

  #bytes(): Uint8Array {
    const [first] = this.#chunks;
    if (first && this.#chunks.length === 1) return first;
    const bytes = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }
}
