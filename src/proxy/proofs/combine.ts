import type { SingleUse } from '../claims/single-use.ts';
import { type Finding, type Proof, UNAVAILABLE } from './proof.ts';

/** Holds where all of them do. What comes after one that does not hold is not asked. */
export function all(proofs: readonly Proof[]): Proof {
  return async (claim) => {
    const held: Extract<Finding, { kind: 'ok' }>[] = [];
    for (const proof of proofs) {
      // oxlint-disable-next-line no-await-in-loop -- the expensive proof comes last, and is checked only if the others hold
      const finding = await proof(claim);
      if (finding.kind !== 'ok') return finding;
      held.push(finding);
    }
    return {
      kind: 'ok',
      evidence: held.flatMap(({ evidence }) => evidence),
      singleUses: held.flatMap(({ singleUses }) => singleUses),
      links: held.flatMap(({ links = [] }) => links),
      excludes: held.flatMap(({ excludes = [] }) => excludes),
    };
  };
}

/** Whether what is good for one claim can make one of the member's, as far as that can be told before the claim is made. */
type AreGood = (singleUses: readonly SingleUse[], memberId: string) => Promise<boolean>;

/**
 * Holds where one of them does, the first that does by what was not used before. Else the one that is soonest to hold tells what becomes of
 * the claim; where all others are refused, what was used.
 */
export function any(proofs: readonly Proof[], areGood: AreGood): Proof {
  return async (claim) => {
    const findings: Exclude<Finding, { kind: 'ok' }>[] = [];
    let used: Finding | null = null;
    for (const proof of proofs) {
      // oxlint-disable no-await-in-loop -- as soon as one holds, no other is asked
      const finding = await proof(claim);
      if (finding.kind !== 'ok') findings.push(finding);
      else if (finding.singleUses.length === 0 || (await areGood(finding.singleUses, claim.memberId))) return finding;
      else used ??= finding;
      // oxlint-enable no-await-in-loop
    }
    const nearest = findings.toSorted((one, other) => distance(one) - distance(other))[0];
    if (used && (!nearest || nearest.kind === 'refuse')) return used;
    if (nearest?.kind !== 'refuse') return nearest ?? UNAVAILABLE;
    return { ...nearest, unless: findings.flatMap((one) => (one.kind === 'refuse' ? (one.unless ?? []) : [])) };
  };
}

/** How far it is from holding: seconds where that is known. The order of the config decides between what is equal. */
function distance(finding: Finding): number {
  if (finding.kind === 'not-yet') return finding.retryAfter;
  return finding.kind === 'unavailable' ? UNKNOWN_S : NEVER_S;
}

const UNKNOWN_S = 1e9;
const NEVER_S = 2e9;

/**
 * Holds where the other is refused, and as long as that stays so. What nobody could find out, or may still come, is as open as it was.
 */
export function not(proof: Proof): Proof {
  return async (claim) => {
    const finding = await proof(claim);
    if (finding.kind === 'refuse') {
      const { unless: excludes = [] } = finding;
      return { kind: 'ok', evidence: [{ type: 'not' }], singleUses: [], excludes };
    }
    if (finding.kind !== 'ok') return finding;
    const { excludes: unless = [] } = finding;
    return { kind: 'refuse', detail: 'This is not for you.', unless };
  };
}
