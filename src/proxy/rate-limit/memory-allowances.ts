import type { Allowance, Spent } from '../../ledger/index.ts';

/** As many of one kind are remembered; who would need more has more addresses than a limit on addresses can hold back. */
const MOST_OF_A_KIND = 32_768;

/**
 * Allowances as a ledger keeps them (see `Ledger.spend`), in this process's memory. Those that are whole are forgotten, and of
 * more than so many those that were asked for longest ago.
 */
export class MemoryAllowances {
  /** By the first word of the id: those of a kind grow back in about the order in which they were spent. */
  readonly #kinds = new Map<string, Map<string, number>>();

  get size(): number {
    return Array.from(this.#kinds.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0);
  }

  spend(allowances: readonly Allowance[], now: number): Spent[] {
    const results: Spent[] = [];
    for (const allowance of allowances) {
      const spent = this.#spendOne(allowance, now);
      results.push(spent);
      if (!spent.had) break;
    }
    return results;
  }

  #spendOne({ id, everyMs, spanMs, peek, once }: Allowance, now: number): Spent {
    const wholeAt = this.#wholeAt(id, now + spanMs);
    if (once !== undefined && this.#wholeAt(once, now + spanMs) > now) return { had: true, wholeAt };
    const next = Math.max(wholeAt, now) + everyMs;
    if (next > now + spanMs) return { had: false, wholeAt };
    if (peek) return { had: true, wholeAt };
    this.#keep(id, next, now);
    if (once !== undefined) this.#keep(once, now + spanMs, now);
    return { had: true, wholeAt: next };
  }

  /** Only a clock that was set back since can make it later than that, and nobody is to be locked out until it is there again. */
  #wholeAt(id: string, atMost: number): number {
    const known = this.#kinds.get(kindOf(id))?.get(id) ?? 0;
    return known > atMost ? 0 : known;
  }

  #keep(id: string, wholeAt: number, now: number): void {
    const kind = this.#kinds.get(kindOf(id)) ?? new Map<string, number>();
    this.#kinds.set(kindOf(id), kind);
    kind.delete(id);
    kind.set(id, wholeAt);
    for (const [oldest, at] of kind) {
      if (at > now && kind.size <= MOST_OF_A_KIND) break;
      kind.delete(oldest);
    }
  }
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf(' '));
}
