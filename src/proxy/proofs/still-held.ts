import type { Hex, OnchainSettings } from '../onchain/claim.ts';
import type { ProofConfig } from './proof-config.ts';

/** What a claim was granted for: an address, the chain that its wallet signed for, and the kinds of all proofs that held. */
export interface Granted {
  address: Hex;
  chainId: number;
  kinds: ReadonlySet<string>;
}

/** Whether it is held, or why nobody can tell. */
export type StillHeld = boolean | { unknown: string };

/** Asks a chain. Rejects if nobody can find out. */
export type AskHolding = (isHeld: NonNullable<OnchainSettings['isHeld']>, address: Hex) => Promise<boolean>;

/** Whether the proof asks for a holding at all. */
export function asksForHolding(proof: ProofConfig): boolean {
  if (proof.type === 'all' || proof.type === 'any') return proof.proofs.some(asksForHolding);
  if (proof.type === 'not') return asksForHolding(proof.proof);
  return proof.type === 'onchain' && proof.isHeld !== undefined;
}

/**
 * Whether what the claim was granted for is held today, by today's proof. Only holdings are asked for again, on the chain that the wallet signed
 * for; what else has happened has happened.
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

/** Null of what says nothing about it. */
async function find(proof: ProofConfig, granted: Granted, ask: AskHolding): Promise<StillHeld | null> {
  if (proof.type === 'all') return together(await each(proof.proofs, granted, ask), false);
  if (proof.type === 'any') return together(await each(proof.proofs, granted, ask), true);
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

/** One that is `decisive` decides; else one that nobody knows leaves it open. */
function together(found: readonly (StillHeld | null)[], decisive: boolean): StillHeld | null {
  const said = found.filter((one) => one !== null);
  if (said.includes(decisive)) return decisive;
  return said.find((one) => typeof one === 'object') ?? (said.length > 0 ? !decisive : null);
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
