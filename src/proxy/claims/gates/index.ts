/**
 * The gates between a request and its claim, in order. A new check is one file with its own piece of the config, and one line in
 * the list below. Two checks are elsewhere. The boundary (`http/boundary.ts`) checks every request's origin and number. The
 * reservation, in the transaction that makes the claim, checks what only the store knows: one claim for each period, caps, and
 * that what can be used once (`single-use.ts`) makes one claim.
 */
import { bodyGate } from './body.ts';
import { challengeGate } from './challenge.ts';
import { fieldsGate } from './fields.ts';
import type { GateDefinition, ReadyGate } from './gate.ts';
import { identityGate } from './identity.ts';
import { intakeGate } from './intake.ts';
import { limitsGate, turnGate } from './limits.ts';
import { memberListGate } from './member-list.ts';
import { outcomesGate } from './outcomes.ts';
import { proofsGate } from './proofs.ts';
import { recoveryGate } from './recovery.ts';
import { upstreamGate } from './upstream.ts';
import { windowGate } from './window.ts';

export const GATES = [
  outcomesGate,
  bodyGate,
  identityGate,
  fieldsGate,
  limitsGate,
  turnGate,
  recoveryGate,
  memberListGate,
  challengeGate,
  intakeGate,
  windowGate,
  proofsGate,
  upstreamGate,
] as const;

type Takes<Definition> = Definition extends GateDefinition<infer Needs> ? (needs: Needs) => void : never;

/** What the gates are made of, all together. */
export type GateNeeds = Takes<(typeof GATES)[number]> extends (needs: infer Whole) => void ? Whole : never;

/** The gates, ready for use. */
export function makeGates(needs: GateNeeds): ReadyGate[] {
  return GATES.map((gate) => ({ ...gate, check: gate.make(needs) }));
}
