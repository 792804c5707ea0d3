/**
 * What stands between a request and its claim, in order. A new check is one file, with its own piece of the config, and one line in
 * the list below. From where a request may come, and how many of any kind, every request is asked at the boundary (`http/boundary.ts`).
 * What only the store can tell, in the transaction that makes the claim, comes last, with the reservation: the period's one claim, caps,
 * and that what is good for one claim (`single-use.ts`) makes one.
 */
import { challengeGate } from './challenge.ts';
import { fieldsGate } from './fields.ts';
import { formGate } from './form.ts';
import type { GateDefinition, ReadyGate } from './gate.ts';
import { identityGate } from './identity.ts';
import { intakeGate } from './intake.ts';
import { limitsGate, outcomesGate, turnGate } from './limits.ts';
import { memberListGate } from './member-list.ts';
import { proofsGate } from './proofs.ts';
import { recoveryGate } from './recovery.ts';
import { upstreamGate } from './upstream.ts';
import { windowGate } from './window.ts';

export const GATES = [
  outcomesGate,
  formGate,
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
