import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { FailureForm } from './failure-form.ts';
import { readInput } from '../control/read-input.ts';

/** The two operations, by the names that `PATHS` gives them. */
export type Endpoint = 'award' | 'assign';

/**
 * What all faults have. `endpoint`: only for calls to it; null for both. `times`: for how many more calls; null until cleared. `executed`:
 * whether the operation is carried out before the fault applies, if the service would grant it.
 */
const common = (executed: boolean) => ({
  endpoint: withDefault(z.nullable(z.enum(['award', 'assign'])), null),
  times: withDefault(z.nullable(z.int().check(z.minimum(1))), 1),
  executed: withDefault(z.boolean(), executed),
});
const kind = <Name extends string>(name: Name) => z.literal(name);
const Header = z.string().check(z.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII'));

const FailureCode = withDefault(
  z.int().check(z.refine((code) => code !== 0, 'must not be 0, which means success')),
  50_000,
);

/** Something that goes wrong with a call, as a value. Defaults: the next call to either endpoint. */
export const Fault = z.discriminatedUnion('kind', [
  /**
   * The reply comes after `ms` milliseconds. If not executed before the delay, the operation is executed after it, unless the client has
   * disconnected.
   */
  z.strictObject({ kind: kind('delay'), ms: z.int().check(z.minimum(0), z.maximum(600_000)), ...common(true) }),
  /** The connection breaks: without a reply, after the reply's headers, or in the middle of its body. */
  z.strictObject({ kind: kind('reset'), at: z.enum(['no-reply', 'headers', 'body']), ...common(false) }),
  /** A status of 3xx, 4xx or 5xx. A redirect without `location` leads to the same address. `retryAfter` is the header's value. */
  z.strictObject({
    kind: kind('status'),
    status: z.int().check(z.minimum(300), z.maximum(599)),
    body: withDefault(z.enum(['envelope', 'html', 'none']), 'envelope'),
    location: z.optional(Header),
    retryAfter: z.optional(Header),
    ...common(false),
  }),
  /** Status 200 with a page of HTML. */
  z.strictObject({ kind: kind('html'), ...common(true) }),
  /** A whole HTTP message whose JSON ends in the middle. */
  z.strictObject({ kind: kind('cut-json'), ...common(true) }),
  /** Status 200 with a code that is not 0, in one form or another. */
  z.strictObject({
    kind: kind('code'),
    code: FailureCode,
    error: withDefault(z.string(), 'The operation failed'),
    form: withDefault(FailureForm, 'envelope'),
    ...common(false),
  }),
  /** Code 0 and the right echo, with null as `error` and text as `ts`. */
  z.strictObject({ kind: kind('odd-success'), ...common(true) }),
  /** A reply with two codes: `code`, and then that of the success. */
  z.strictObject({ kind: kind('two-codes'), code: FailureCode, ...common(true) }),
  /** Code 0 with another value in `data` than was sent; `grant` is `points` of an award and `role_id` of an assignment. */
  z.strictObject({ kind: kind('wrong-echo'), field: z.enum(['user_id', 'grant', 'remark']), ...common(true) }),
  /** Status 200 without a body. */
  z.strictObject({ kind: kind('empty'), ...common(true) }),
  /** The right envelope, followed by white space until it has that many bytes. */
  z.strictObject({
    kind: kind('huge'),
    bytes: withDefault(z.int().check(z.minimum(1), z.maximum(64 * 1024 * 1024)), 1024 * 1024),
    ...common(true),
  }),
  /** No reply until the client disconnects. */
  z.strictObject({ kind: kind('hang'), ...common(true) }),
  /** The right envelope with bytes in the echoed remark that are not UTF-8. */
  z.strictObject({ kind: kind('invalid-utf8'), ...common(true) }),
]);
export type Fault = z.output<typeof Fault>;
export type FaultInput = z.input<typeof Fault>;

const FaultList = z.array(Fault).check(z.maxLength(100));

/** The faults that wait for calls. A call gets the first that concerns its endpoint. */
export class Faults {
  readonly #changed: () => void;
  #waiting: Fault[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  list(): Fault[] {
    return this.#waiting.map((fault) => ({ ...fault }));
  }

  /** Replaces all faults. Throws `EmulatorError` that names what is wrong. */
  set(faults: readonly FaultInput[]): void {
    this.#waiting = readInput(FaultList, faults);
    this.#changed();
  }

  /** Adds a fault after the others. */
  add(fault: FaultInput): void {
    this.set([...this.#waiting, fault]);
  }

  clear(): void {
    this.set([]);
  }

  /** The fault for a call to the endpoint; counts one of its `times`. */
  take(endpoint: Endpoint): Fault | null {
    const fault = this.#waiting.find((waiting) => waiting.endpoint === null || waiting.endpoint === endpoint);
    if (!fault) return null;
    const taken = { ...fault };
    if (fault.times !== null) {
      fault.times -= 1;
      if (fault.times === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== fault);
      this.#changed();
    }
    return taken;
  }
}
