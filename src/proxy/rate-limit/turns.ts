import { WaitingLine } from '../../common/waiting-line.ts';

/** How a claim ended that had its turn. */
export type TurnEnd = 'granted' | 'unknown' | 'other';

/** One client's claims. */
interface Line {
  /** How many are under way. */
  under: number;
  /** How many may be. */
  most: number;
  readonly waiting: WaitingLine;
}

/**
 * How many claims of one client may be under way at once: a few at first, and one more with each that is granted, until nothing of
 * theirs is under way any more. The others wait their turn, for two seconds at most. So a crowd behind one address gets through. A
 * client that sends many claims at once, all of which fail, cannot have them all under way before the first is counted.
 */
export class Turns {
  readonly #atFirst: number;
  readonly #lines = new Map<string, Line>();

  constructor(atFirst: number) {
    this.#atFirst = atFirst;
  }

  /** Of how many clients something is under way. */
  get size(): number {
    return this.#lines.size;
  }

  /** Whether there was a turn `now`, or `later`; null if none came in time. Its owner ends it with `end`. */
  async take(client: string): Promise<'now' | 'later' | null> {
    const line = this.#lines.get(client) ?? { under: 0, most: this.#atFirst, waiting: new WaitingLine() };
    this.#lines.set(client, line);
    if (line.under < line.most) {
      line.under += 1;
      return 'now';
    }
    return (await line.waiting.wait()) ? 'later' : null;
  }

  end(client: string, how: TurnEnd): void {
    const line = this.#lines.get(client);
    if (!line) return;
    line.under -= 1;
    if (how === 'granted') line.most += 1;
    if (how === 'unknown') line.most = this.#atFirst;
    while (line.under < line.most && line.waiting.next()) line.under += 1;
    if (line.under === 0) this.#lines.delete(client);
  }
}
