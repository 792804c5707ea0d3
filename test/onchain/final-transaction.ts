import type { Hex } from 'viem';
import { transaction } from '../../src/onchain/transaction.ts';
import { ANN, CONTRACT, type Reading } from './reading.ts';

export const GOOD = { from: ANN.address, to: CONTRACT };

/** The proof that asks for it. */
export const wanted = ({ chain }: Reading) => transaction({ chain, to: CONTRACT });

/** A transaction that is final. */
export function finalize({ model }: Reading): Hex {
  const hash = model.send(GOOD);
  model.include(hash);
  model.mine(model.depth);
  return hash;
}
