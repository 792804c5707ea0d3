import { type ClaimBody, cleanMemberId, type FieldView } from '../../contract/index.ts';
import { invalidRequest, RequestProblem } from './problem.ts';

/** The control that says where the visitor goes on afterwards. Names of fields begin with a letter, so none is called that. */
const RETURN_TO = '_return';
/** How many names a form may have beside those of the fields: the member's id, `_return`, and what something on the page adds. */
const OTHER_NAMES = 34;

/** What a form says, as a claim's body would. */
export interface FormBody extends ClaimBody {
  /** Where the visitor wants to go on, unchecked. */
  returnTo: string | null;
}

/**
 * The text of a form, in which everything but the member's id, as typed or pasted, and `_return` is a field. What is not ticked
 * is not sent, and counts as false. Throws `RequestProblem`.
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
