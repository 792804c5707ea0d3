import { WaitingLine } from '../../common/waiting-line.ts';

/** The result of a claim that had its turn. */
export type TurnEnd = 'granted' | 'unknown' | 'other';

/** The claims of one client. */
interface Line {
  /** How many are in flight. */
  inFlight: number;
  /** How many may be in flight. */
  limit: number;
  readonly waiting: WaitingLine;
}

/**
 * Limits how many claims of one client are in flight: a few at first, and one more after each that is granted, until none of the client's claims is
 * in flight. Other claims wait for their turn, at most two seconds. So a crowd behind one address gets through, but a client that sends many claims
 * at once, all of which fail, cannot have them all in flight before the first is counted.
 */
export class Turns {
  readonly #atFirst: number;
  readonly #lines = new Map<string, Line>();

  constructor(atFirst: number) {
    this.#atFirst = atFirst;
  }

  /** How many clients have claims in flight. */
  get size(): number {
    return this.#lines.size;
  }

  /** Resolves with `now` or `later` as soon as the claim has its turn; null if none came in time. Its owner ends the turn with `end`. */
  async take(client: string): Promise<'now' | 'later' | null> {
    const line = this.#lines.get(client) ?? { inFlight: 0, limit: this.#atFirst, waiting: new WaitingLine() };
    this.#lines.set(client, line);
    if (line.inFlight < line.limit) {
      line.inFlight += 1;
      return 'now';
    }
    return (await line.waiting.wait()) ? 'later' : null;
  }

  end(client: string, how: TurnEnd): void {
    const line = this.#lines.get(client);
    if (!line) return;
    line.inFlight -= 1;
    if (how === 'granted') line.limit += 1;
    if (how === 'unknown') line.limit = this.#atFirst;
    while (line.inFlight < line.limit && line.waiting.next()) line.inFlight += 1;
    if (line.inFlight === 0) this.#lines.delete(client);
  }
}
