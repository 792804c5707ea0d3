import type { Rpc } from './rpc.ts';

/** An address may lead to another chain one day: that is noticed after this time. */
const KEPT_MS = 600_000;
const WRONG_KEPT_MS = 30_000;

/** The chain id that each RPC has answered within the last ten minutes. */
export class ChainIds {
  readonly #id: bigint;
  readonly #known = new Map<Rpc, { id: bigint; until: number }>();

  constructor(id: number) {
    this.#id = BigInt(id);
  }

  /** Undefined if the RPC has to be asked. */
  idOf(rpc: Rpc): bigint | undefined {
    const known = this.#known.get(rpc);
    return known && performance.now() < known.until ? known.id : undefined;
  }

  keep(rpc: Rpc, id: bigint): void {
    this.#known.set(rpc, { id, until: performance.now() + (this.fits(id) ? KEPT_MS : WRONG_KEPT_MS) });
  }

  fits(id: bigint): boolean {
    return id === this.#id;
  }
}
