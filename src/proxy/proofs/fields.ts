import type { AskedField } from '../actions/action.ts';
import type { VisitorText } from '../config/visitor-text.ts';
import type { RotatingCodeSettings } from './kinds.ts';
import type { ProofConfig } from './proof-config.ts';

const MAX_LENGTH = 200;

/**
 * What the proofs ask visitors, in the fields of the form. What they fill in there is never stored. It must be filled in unless
 * something else may prove it as well.
 */
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

/** The changing codes among them, which may be shown on a screen. */
export function rotatingCodesIn(proof: ProofConfig): RotatingCodeSettings[] {
  if (proof.type === 'all' || proof.type === 'any') return proof.proofs.flatMap(rotatingCodesIn);
  return proof.type === 'rotating-code' ? [proof] : [];
}

/** The codes that change and can be shown, by the action. An action with two of them has none: nobody could tell which is meant. */
export function shownCodes(
  actions: Readonly<Record<string, { verify?: ProofConfig | undefined }>>,
): ReadonlyMap<string, RotatingCodeSettings> {
  const entries = Object.entries(actions).flatMap(([action, { verify }]): [string, RotatingCodeSettings][] => {
    const [code, another] = verify ? rotatingCodesIn(verify) : [];
    return code && !another ? [[action, code]] : [];
  });
  return new Map(entries);
}

/** Whether the proofs ask for a ticket of the page. */
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
    // What is good once, or for one event, is no use in a browser's memory.
    autocomplete: 'off',
  };
}
