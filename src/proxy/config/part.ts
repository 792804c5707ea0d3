import type * as z from 'zod';

/** A config, or a section of one, that is not checked yet. */
export type Keys = Readonly<Record<string, unknown>>;

/** Reports what is wrong at a path. */
export type Report = (path: PropertyKey[], message: string) => void;

/**
 * A feature's part of the owner's config, in the feature's folder: its keys with their checks, defaults, messages and descriptions. The reference in
 * the documentation is made from these.
 */
export interface ConfigPart {
  readonly name: string;
  /** Keys of the config. */
  readonly keys?: z.core.$ZodLooseShape;
  /** Keys of each action. */
  readonly actionKeys?: z.core.$ZodLooseShape;
  /** The paths of secrets, which are kept out of errors and logs; `*` stands for each entry. */
  readonly secrets?: readonly string[];
  /** Checks the rules between keys. Values may have any type here: the schema reports wrong types. */
  readonly check?: (config: Keys, report: Report) => void;
  /** The same for one action; its paths are relative to the action. */
  readonly checkAction?: (action: Keys, report: Report, context: { name: string; config: Keys }) => void;
}
