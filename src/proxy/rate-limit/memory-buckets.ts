import type { RateLimitBucket, BucketState } from '../../ledger/index.ts';

/** How many buckets of one kind are remembered. A client that needs more has more addresses than a limit by address can restrict. */
const MAX_OF_A_KIND = 32_768;

/**
 * Buckets as a ledger keeps them (see `Ledger.consume`), but in this process's memory. Full buckets are forgotten, and if there are too many, also
 * those that were used longest ago.
 */
export class MemoryBuckets {
  /** By the first word of the id. Buckets of one kind become full in about the order in which they were used. */
  readonly #kinds = new Map<string, Map<string, number>>();

  get size(): number {
    return Array.from(this.#kinds.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0);
  }

  consume(buckets: readonly RateLimitBucket[], now: number): BucketState[] {
    const results: BucketState[] = [];
    for (const bucket of buckets) {
      const state = this.#consumeOne(bucket, now);
      results.push(state);
      if (!state.allowed) break;
    }
    return results;
  }

  #consumeOne({ id, everyMs, spanMs, peek, once }: RateLimitBucket, now: number): BucketState {
    const tat = this.#tat(id, now + spanMs);
    if (once !== undefined && this.#tat(once, now + spanMs) > now) return { allowed: true, tat };
    const next = Math.max(tat, now) + everyMs;
    if (next > now + spanMs) return { allowed: false, tat };
    if (peek) return { allowed: true, tat };
    this.#keep(id, next, now);
    if (once !== undefined) this.#keep(once, now + spanMs, now);
    return { allowed: true, tat: next };
  }

  /**
   * A time later than `atMost` is possible only if the clock was set back. It counts as 0 then, so that nobody is locked out until the clock gets
   * there again.
   */
  #tat(id: string, atMost: number): number {
    const known = this.#kinds.get(kindOf(id))?.get(id) ?? 0;
    return known > atMost ? 0 : known;
  }

  #keep(id: string, tat: number, now: number): void {
    const kind = this.#kinds.get(kindOf(id)) ?? new Map<string, number>();
    this.#kinds.set(kindOf(id), kind);
    kind.delete(id);
    kind.set(id, tat);
    for (const [oldest, at] of kind) {
      if (at > now && kind.size <= MAX_OF_A_KIND) break;
      kind.delete(oldest);
    }
  }
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf(' '));
}
