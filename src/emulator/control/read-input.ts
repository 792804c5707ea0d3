import * as z from 'zod/mini';
import { en } from 'zod/locales';
import { EmulatorError } from '../emulator-error.ts';

const english = en().localeError;

/** The value as the schema parses it. Throws `EmulatorError` (`invalid`), which names each wrong field and what it must be. */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value, { error: english });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const text = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ');
  throw new EmulatorError('invalid', `${text}.`, problems[0]?.field ?? null);
}
