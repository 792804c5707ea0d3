import type { Hex, OnchainSettings } from '../onchain/claim.ts';
import type { ProofConfig } from './proof-config.ts';

/** The basis on which a claim was granted: an address, the chain of the wallet's signature, and the kinds of all proofs that held. */
export interface Granted {
  address: Hex;
  chainId: number;
  kinds: ReadonlySet<string>;
}

/** Whether it is still held, or why that is unknown. */
export type StillHeld = boolean | { unknown: string };

/** Asks a chain. Rejects if the answer cannot be determined. */
export type AskHolding = (isHeld: NonNullable<OnchainSettings['isHeld']>, address: Hex) => Promise<boolean>;

/** Whether the proof contains a holding. */
export function asksForHolding(proof: ProofConfig): boolean {
  if (proof.type === 'all' || proof.type === 'any') return proof.proofs.some(asksForHolding);
  if (proof.type === 'not') return asksForHolding(proof.proof);
  return proof.type === 'onchain' && proof.isHeld !== undefined;
}

/**
 * Whether the holding for which the claim was granted still exists, by the current config. Only holdings are checked again, on the chain of the
 * wallet's signature: whatever else was proved cannot change.
 */
export async function isStillHeld(proof: ProofConfig, granted: Granted, ask: AskHolding): Promise<StillHeld> {
  let asked = 0;
  const held = await find(proof, granted, (isHeld, address) => {
    asked += 1;
    return ask(isHeld, address);
  });
  if (asked === 0 || held === null) return { unknown: `the action asks for no holding on eip155:${granted.chainId}` };
  return held;
}

/** Null if the proof says nothing about it. */
async function find(proof: ProofConfig, granted: Granted, ask: AskHolding): Promise<StillHeld | null> {
  if (proof.type === 'all') return combined(await each(proof.proofs, granted, ask), false);
  if (proof.type === 'any') return combined(await each(proof.proofs, granted, ask), true);
  if (proof.type === 'not') {
    const held = await find(proof.proof, { ...granted, kinds: new Set() }, ask);
    return typeof held === 'boolean' ? !held : held;
  }
  if (proof.type !== 'onchain') return heldThen(proof.type, granted);
  if (!proof.isHeld) return heldThen(proof.asks === 'transaction' ? 'transaction' : 'ownership', granted);
  return proof.chains.some(({ id }) => id === granted.chainId) ? at(proof.isHeld, granted, ask) : null;
}

function heldThen(kind: string, { kinds }: Granted): true | null {
  return kinds.has(kind) ? true : null;
}

function each(proofs: readonly ProofConfig[], granted: Granted, ask: AskHolding): Promise<(StillHeld | null)[]> {
  return Promise.all(proofs.map((one) => find(one, granted, ask)));
}

/** If one finding is `decisive`, that is the result. Otherwise an unknown one makes the result unknown. */
function combined(found: readonly (StillHeld | null)[], decisive: boolean): StillHeld | null {
  const known = found.filter((one) => one !== null);
  if (known.includes(decisive)) return decisive;
  return known.find((one) => typeof one === 'object') ?? (known.length > 0 ? !decisive : null);
}

async function at(
  isHeld: NonNullable<OnchainSettings['isHeld']>,
  { address }: Granted,
  ask: AskHolding,
): Promise<StillHeld> {
  try {
    return await ask(isHeld, address);
  } catch (error) {
    return { unknown: error instanceof Error ? error.message : String(error) };
  }
}
