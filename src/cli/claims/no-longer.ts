import type { Hex } from '../../proxy/onchain/claim.ts';
import { isRecord } from '../../contract/guard.ts';
import { claimsOf } from '../../desk/claims/look-up.ts';
import type { ClaimEvent, ClaimFilter, ClaimRecord, Ledger } from '../../ledger/index.ts';
import type { ProofConfig } from '../../proxy/proofs/proof-config.ts';
import { type AskHolding, type Granted, isStillHeld, type StillHeld } from '../../proxy/proofs/still-held.ts';
import { chunksAsync } from '../../common/chunks.ts';

/** A claim whose holding is gone, or could not be checked. */
export interface NoLonger {
  claim: ClaimRecord;
  address: Hex;
  chainId: number;
  /** Why nobody knows; null if it is gone. */
  unknown: string | null;
}

/** How many claims were looked at. */
export interface Counts {
  asked: number;
  gone: number;
  unknown: number;
  /** Claims without a holding in the ledger: made before it was asked for, or purged. */
  without: number;
}

/** How many claims are checked on chain at once. */
const AT_ONCE = 8;

/**
 * Goes through the claims that were granted for a holding and yields those whose holding is gone or could not be checked. Each address
 * is asked about once for each action. Counts as it goes.
 */
export async function* noLonger(
  ledger: Ledger,
  { actions, filter, ask }: { actions: ReadonlyMap<string, ProofConfig>; filter: ClaimFilter; ask: AskHolding },
  counts: Counts,
): AsyncGenerator<NoLonger> {
  for (const [action, proof] of actions) {
    const known = new Map<string, Promise<StillHeld>>();
    const look = (granted: Granted): Promise<StillHeld> => {
      const name = [granted.chainId, granted.address, ...granted.kinds].join(' ');
      const held = known.get(name) ?? isStillHeld(proof, granted, ask);
      known.set(name, held);
      return held;
    };
    // oxlint-disable-next-line no-await-in-loop -- they come in the order of the config
    for await (const claims of chunksAsync(claimsOf(ledger, { ...filter, action, state: 'granted' }), AT_ONCE)) {
      const looked = await Promise.all(claims.map((claim) => lookAt(claim, ledger, look)));
      for (const one of looked) {
        if (one === null) counts.without += 1;
        else counts.asked += 1;
        if (one === null || one.held === true) continue;
        const unknown = one.held === false ? null : one.held.unknown;
        counts[unknown === null ? 'gone' : 'unknown'] += 1;
        yield { claim: one.claim, address: one.granted.address, chainId: one.granted.chainId, unknown };
      }
    }
  }
}

async function lookAt(
  claim: ClaimRecord,
  ledger: Ledger,
  look: (granted: Granted) => Promise<StillHeld>,
): Promise<{ claim: ClaimRecord; granted: Granted; held: StillHeld } | null> {
  const granted = grantedFor(await ledger.history(claim.id));
  return granted && { claim, granted, held: await look(granted) };
}

/** What was proved when the claim was made; null if no holding was. */
function grantedFor(history: readonly ClaimEvent[]): Granted | null {
  const proofs = history.flatMap(({ evidence }) =>
    isRecord(evidence) && Array.isArray(evidence['proofs']) ? evidence['proofs'].filter(isRecord) : [],
  );
  const { address, chain } = proofs.find(({ type }) => type === 'holding') ?? {};
  const chainId = /^eip155:(\d+)$/.exec(String(chain))?.[1];
  if (typeof address !== 'string' || chainId === undefined) return null;
  const kinds = new Set(proofs.map(({ type }) => String(type)));
  return { address: `0x${address.slice(2)}`, chainId: Number(chainId), kinds };
}
