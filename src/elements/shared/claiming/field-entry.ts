import type { FieldError } from '../../../contract/problem.ts';
import type { FieldValues } from '../../client/types.ts';
import type { Localization } from '../localization.ts';

/** Reads the fields of a widget, and shows errors at them. */
export interface FieldEntry {
  /** The values; undefined if one of them is not valid: then the fields show why. */
  take(localization: Localization): FieldValues | undefined;
  /** Shows the proxy's errors at the fields. Returns whether any of them belongs to a field. */
  setErrors(errors: readonly FieldError[], localization: Localization): boolean;
  /** Moves to the first field that is not valid. */
  focus(): void;
  /** The error of that field if the visitor was already there: a screen reader does not read it again. */
  readonly message?: string | undefined;
}
