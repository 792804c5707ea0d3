import type { ClaimBody, FieldView } from '../../contract/index.ts';
import { invalidRequest, RequestProblem } from '../problem.ts';

/** The control that says where the visitor goes on afterwards. Names of fields begin with a letter, so none is called that. */
const RETURN_TO = '_return';

/** What a form says, as a claim's body would. */
export interface FormBody extends ClaimBody {
  /** Where the visitor wants to go on, unchecked. */
  returnTo: string | null;
}

/**
 * The text of a form, in which everything but the member's id and `_return` is a field. What is not ticked is not sent, and
 * counts as false. Throws `RequestProblem`.
 */
export function readFormBody(text: string, asked: readonly FieldView[]): FormBody {
  const entries = [...new URLSearchParams(text)];
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new RequestProblem(
      invalidRequest('Please check what you filled in.', [{ field: fieldOf(twice), message: 'was given twice' }]),
    );
  }
  const { memberId, [RETURN_TO]: returnTo, ...rest } = Object.fromEntries(entries);
  const ticks = asked.filter(({ type }) => type === 'checkbox').map(({ name }) => [name, Object.hasOwn(rest, name)]);
  const fields: Record<string, string | boolean> = { ...rest, ...Object.fromEntries(ticks) };
  return {
    ...(memberId !== undefined && { memberId: memberId.trim() }),
    ...(Object.keys(fields).length > 0 && { fields }),
    returnTo: returnTo ?? null,
  };
}

function fieldOf(name: string): string {
  return name === 'memberId' || name === RETURN_TO ? name : `fields.${name}`;
}
