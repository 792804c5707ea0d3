import type { AskedField } from '../actions/action.ts';
import type { VisitorText } from '../config/visitor-text.ts';
import type { RotatingCodeSettings } from './kinds.ts';
import type { ProofConfig } from './proof-config.ts';

const MAX_LENGTH = 200;

/** The form's fields for proofs. Their values are never stored. A field is required unless another proof may hold instead. */
export function answersTo(proof: ProofConfig, required = true): AskedField[] {
  switch (proof.type) {
    case 'all':
      return proof.proofs.flatMap((one) => answersTo(one, required));
    case 'any':
      return proof.proofs.flatMap((one) => answersTo(one, required && proof.proofs.length === 1));
    case 'not':
      return answersTo(proof.proof, false);
    case 'code':
      return [field(proof.field, proof.label, required)];
    case 'rotating-code':
      return [{ ...field(proof.field, proof.label, required), inputMode: 'numeric' }];
    case 'quiz':
      return Object.entries(proof.questions).map(([name, { label, options }]) => field(name, label, required, options));
    case 'function':
    case 'ticket':
    case 'prerequisite':
    case 'list':
    case 'http':
    case 'onchain':
      return [];
  }
}

/** The settings of all rotating codes in the proof, which can be shown on a screen. */
export function rotatingCodesIn(proof: ProofConfig): RotatingCodeSettings[] {
  if (proof.type === 'all' || proof.type === 'any') return proof.proofs.flatMap(rotatingCodesIn);
  return proof.type === 'rotating-code' ? [proof] : [];
}

/** The rotating code of each action that has exactly one. With two of them it would be unclear which one to show. */
export function shownCodes(
  actions: Readonly<Record<string, { verify?: ProofConfig | undefined }>>,
): ReadonlyMap<string, RotatingCodeSettings> {
  const entries = Object.entries(actions).flatMap(([action, { verify }]): [string, RotatingCodeSettings][] => {
    const [code, another] = verify ? rotatingCodesIn(verify) : [];
    return code && !another ? [[action, code]] : [];
  });
  return new Map(entries);
}

/** Whether the proofs need a ticket of the page. */
export function asksForTicket(proof: ProofConfig): boolean {
  if (proof.type === 'all' || proof.type === 'any') return proof.proofs.some(asksForTicket);
  return proof.type === 'not' ? asksForTicket(proof.proof) : proof.type === 'ticket';
}

function field(name: string, label: VisitorText, required: boolean, options?: readonly string[]): AskedField {
  return {
    name,
    label,
    type: options ? 'select' : 'text',
    required,
    maxLength: options ? null : MAX_LENGTH,
    options: (options ?? []).map((value) => ({ value, label: value })),
    // A code that is valid once, or for one event, should not be remembered by a browser.
    autocomplete: 'off',
  };
}
