import type { SingleUse } from '../claims/single-use.ts';
import { type Finding, type Proof, UNAVAILABLE } from './proof.ts';

/** Holds if all of the proofs hold. After one that does not, the others are not checked. */
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

/** Tells whether the member can still use all of these for a claim, as far as that is known before the claim is made. */
type AreUsable = (singleUses: readonly SingleUse[], memberId: string) => Promise<boolean>;

/**
 * Holds if one of the proofs does: the first one with something that was not used before. If none does, the result is that of the proof that may hold
 * soonest. If all others are refused, it is the finding of the one that was used before.
 */
export function any(proofs: readonly Proof[], areUsable: AreUsable): Proof {
  return async (claim) => {
    const findings: Exclude<Finding, { kind: 'ok' }>[] = [];
    let used: Finding | null = null;
    for (const proof of proofs) {
      // oxlint-disable no-await-in-loop -- as soon as one holds, no other is asked
      const finding = await proof(claim);
      if (finding.kind !== 'ok') findings.push(finding);
      else if (finding.singleUses.length === 0 || (await areUsable(finding.singleUses, claim.memberId))) return finding;
      else used ??= finding;
      // oxlint-enable no-await-in-loop
    }
    const nearest = findings.toSorted((one, other) => distance(one) - distance(other))[0];
    if (used && (!nearest || nearest.kind === 'refuse')) return used;
    if (nearest?.kind !== 'refuse') return nearest ?? UNAVAILABLE;
    return { ...nearest, unless: findings.flatMap((one) => (one.kind === 'refuse' ? (one.unless ?? []) : [])) };
  };
}

/** How far a finding is from holding: in seconds, if that is known. If two are equal, the order of the config decides. */
function distance(finding: Finding): number {
  if (finding.kind === 'not-yet') return finding.retryAfter;
  return finding.kind === 'unavailable' ? UNKNOWN_S : NEVER_S;
}

const UNKNOWN_S = 1e9;
const NEVER_S = 2e9;

/**
 * Holds if the other proof is refused, and only while it is refused. If that cannot be determined, or may change soon, this proof is just as open.
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
