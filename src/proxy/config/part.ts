import type * as z from 'zod';

/** A config, or a section of one, that is not checked yet. */
export type Keys = Readonly<Record<string, unknown>>;

/** Takes note of what is wrong at a path. */
export type Report = (path: PropertyKey[], message: string) => void;

/**
 * A feature's piece of the owner's config, which stands beside the feature: its keys with their checks, defaults, messages and
 * descriptions, from which the reference of the documentation is made.
 */
export interface ConfigPart {
  readonly name: string;
  /** Keys of the config. */
  readonly keys?: z.core.$ZodLooseShape;
  /** Keys of each action. */
  readonly actionKeys?: z.core.$ZodLooseShape;
  /** The paths of secrets, which are kept out of errors and logs; `*` stands for every entry. */
  readonly secrets?: readonly string[];
  /** Checks the rules between keys. Values may be of any type here: the schema reports those of a wrong one. */
  readonly check?: (config: Keys, report: Report) => void;
  /** The same for one action; paths are within it. */
  readonly checkAction?: (action: Keys, report: Report, context: { name: string; config: Keys }) => void;
}
