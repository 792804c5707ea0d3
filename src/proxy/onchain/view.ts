import type { OnchainView } from '../../contract/index.ts';
import type { ProofConfig } from '../proofs/proof-config.ts';

/**
 * What the proofs require on chain; null if that is nothing. If several proofs must all hold, the chains are those that all of them accept: there may
 * be none.
 */
export function onchainView(proof: ProofConfig): OnchainView | null {
  if (proof.type === 'onchain') return { asks: proof.asks, chains: proof.chains };
  if (proof.type === 'not') return onchainView(proof.proof);
  if (proof.type !== 'all' && proof.type !== 'any') return null;
  const views = proof.proofs.map(onchainView).filter((view) => view !== null);
  if (views.length === 0) return null;
  const everyOne = new Map(views.flatMap(({ chains }) => chains).map((chain) => [chain.id, chain]));
  const isTaken = (id: number) => views.every(({ chains }) => chains.some((chain) => chain.id === id));
  return {
    asks: views.some(({ asks }) => asks === 'transaction') ? 'transaction' : 'address',
    chains: [...everyOne.values()].filter(({ id }) => proof.type === 'any' || isTaken(id)),
  };
}
