import { type ClaimBody, cleanMemberId, type FieldView } from '../../contract/index.ts';
import { invalidRequest, RequestProblem } from './problem.ts';

/** The control with the page to return to. The names of fields begin with a letter, so no field has this name. */
const RETURN_TO = '_return';
/** The most names in a form besides those of the fields: the member's id, `_return`, and additions of other code on the page. */
const OTHER_NAMES = 34;

/** The content of a form, in the same form as a claim's body. */
export interface FormBody extends ClaimBody {
  /** The page that the visitor wants to return to, unchecked. */
  returnTo: string | null;
}

/**
 * Reads a form, in which everything except the member's id and `_return` is a field. Browsers do not send a checkbox that is not ticked, so a missing
 * one is false. Throws `RequestProblem`.
 */
export function readFormBody(text: string, asked: readonly Pick<FieldView, 'name' | 'type'>[]): FormBody {
  const entries = [...new URLSearchParams(text)];
  const most = asked.length + OTHER_NAMES;
  if (entries.length > most) throw problemWith('body', `has too many names: at most ${most} are taken`);
  const names = new Set<string>();
  for (const [name] of entries) {
    if (names.has(name)) throw problemWith(fieldOf(name), 'was given twice');
    names.add(name);
  }
  const { memberId, [RETURN_TO]: returnTo, ...rest } = Object.fromEntries(entries);
  const ticks = asked.filter(({ type }) => type === 'checkbox').map(({ name }) => [name, Object.hasOwn(rest, name)]);
  const fields: Record<string, string | boolean> = { ...rest, ...Object.fromEntries(ticks) };
  return {
    ...(memberId !== undefined && { memberId: cleanMemberId(memberId) }),
    ...(Object.keys(fields).length > 0 && { fields }),
    returnTo: returnTo ?? null,
  };
}

function problemWith(field: string, message: string): RequestProblem {
  return new RequestProblem(invalidRequest('Please check what you filled in.', [{ field, message }]));
}

function fieldOf(name: string): string {
  return name === 'memberId' || name === RETURN_TO ? name : `fields.${name}`;
}
