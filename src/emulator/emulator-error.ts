/** `invalid`: a value is not allowed. `not-found`: a named thing is not there. `conflict`: the state does not allow it now. */
export type EmulatorErrorCode = 'invalid' | 'not-found' | 'conflict' | 'too-large';

/**
 * A change of the emulator that cannot be made. The message says what is wrong and how to fix it.
 * `field` is the path of the offending value, such as `members.0.roles`.
 */
export class EmulatorError extends Error {
  readonly code: EmulatorErrorCode;
  readonly field: string | null;

  constructor(code: EmulatorErrorCode, message: string, field: string | null = null) {
    super(message);
    this.name = 'EmulatorError';
    this.code = code;
    this.field = field;
  }
}
