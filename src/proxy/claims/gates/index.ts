/**
 * The gates between a request and its claim, in order. A new check is one file with its own part of the config, and one line in the list below. Two
 * checks are elsewhere. The boundary (`http/boundary.ts`) checks the origin of each request, and counts requests. The reservation, in the transaction
 * that makes the claim, checks what only the ledger knows: one claim for each period, caps, and that what can be used once (`single-use.ts`) makes
 * one claim.
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

/** What all gates need together. */
export type GateNeeds = Takes<(typeof GATES)[number]> extends (needs: infer Whole) => void ? Whole : never;

export function makeGates(needs: GateNeeds): ReadyGate[] {
  return GATES.map((gate) => ({ ...gate, check: gate.make(needs) }));
}
