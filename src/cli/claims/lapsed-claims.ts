import type { Hex } from '../../proxy/onchain/claim.ts';
import { isRecord } from '../../contract/guard.ts';
import { claimsOf } from '../../desk/claims/look-up.ts';
import type { ClaimEvent, ClaimFilter, ClaimRecord, Ledger } from '../../ledger/index.ts';
import type { ProofConfig } from '../../proxy/proofs/proof-config.ts';
import { type AskHolding, type Granted, isStillHeld, type StillHeld } from '../../proxy/proofs/still-held.ts';
import { chunksAsync } from '../../common/chunks.ts';

/** A claim that was granted for a holding which is gone, or which could not be checked. */
export interface LapsedClaim {
  claim: ClaimRecord;
  address: Hex;
  chainId: number;
  /** Why the holding could not be checked; null if it is gone. */
  unknown: string | null;
}

/** Counts of the claims that were checked. */
export interface Counts {
  asked: number;
  gone: number;
  unknown: number;
  /** Claims for which the ledger has no holding: made before the action asked for one, or purged. */
  without: number;
}

/** How many claims are checked on chain at once. */
const AT_ONCE = 8;

/**
 * Goes through the claims that were granted for a holding and yields those whose holding is gone or could not be checked. Each address
 * is asked about once for each action. Counts as it goes.
 */
export async function* lapsedClaims(
  ledger: Ledger,
  { actions, filter, ask }: { actions: ReadonlyMap<string, ProofConfig>; filter: ClaimFilter; ask: AskHolding },
  counts: Counts,
): AsyncGenerator<LapsedClaim> {
  for (const [action, proof] of actions) {
    const known = new Map<string, Promise<StillHeld>>();
    const check = (granted: Granted): Promise<StillHeld> => {
      const name = [granted.chainId, granted.address, ...granted.kinds].join(' ');
      const held = known.get(name) ?? isStillHeld(proof, granted, ask);
      known.set(name, held);
      return held;
    };
    // oxlint-disable-next-line no-await-in-loop -- they come in the order of the config
    for await (const claims of chunksAsync(claimsOf(ledger, { ...filter, action, state: 'granted' }), AT_ONCE)) {
      const checked = await Promise.all(claims.map((claim) => checkClaim(claim, ledger, check)));
      for (const one of checked) {
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

/** Null if no holding was proved for the claim. */
async function checkClaim(
  claim: ClaimRecord,
  ledger: Ledger,
  check: (granted: Granted) => Promise<StillHeld>,
): Promise<{ claim: ClaimRecord; granted: Granted; held: StillHeld } | null> {
  const granted = grantedFor(await ledger.history(claim.id));
  return granted && { claim, granted, held: await check(granted) };
}

/** The holding that was proved when the claim was made; null if there was none. */
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
