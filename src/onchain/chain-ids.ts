import type { Rpc } from './rpc.ts';

/** An address that leads to another chain some day is noticed by then. */
const KEPT_MS = 600_000;
const WRONG_KEPT_MS = 30_000;

/** Of which chain each RPC is, as it said within the last ten minutes. */
export class ChainIds {
  readonly #id: bigint;
  readonly #known = new Map<Rpc, { said: bigint; until: number }>();

  constructor(id: number) {
    this.#id = BigInt(id);
  }

  /** What it said; undefined if it has to be asked. */
  saidBy(rpc: Rpc): bigint | undefined {
    const known = this.#known.get(rpc);
    return known && performance.now() < known.until ? known.said : undefined;
  }

  keep(rpc: Rpc, said: bigint): void {
    this.#known.set(rpc, { said, until: performance.now() + (this.fits(said) ? KEPT_MS : WRONG_KEPT_MS) });
  }

  fits(said: bigint): boolean {
    return said === this.#id;
  }
}
