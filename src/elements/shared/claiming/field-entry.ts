import type { FieldError } from '../../../contract/problem.ts';
import type { FieldValues } from '../../client/types.ts';
import type { Localization } from '../localization.ts';

/** Reads the fields of a widget, and says at each what is wrong with it. */
export interface FieldEntry {
  /** What is filled in, or undefined where some of it is not right: then the fields say so. */
  take(localization: Localization): FieldValues | undefined;
  /** Has the fields say what the proxy found; tells whether that was about any of them. */
  setErrors(errors: readonly FieldError[], localization: Localization): boolean;
  /** Moves to the first field that is not right. */
  focus(): void;
  /** What is wrong with that field, where the visitor was at it already: a screen reader does not say that anew. */
  readonly message?: string | undefined;
}
