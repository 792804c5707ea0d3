/** An option of a command. `value` is the placeholder in the help, such as `<file>`; an option without it is a switch. */
export interface OptionSpec {
  value?: string;
  help: string;
  /** The values that are allowed, if `value` does not list them. */
  values?: readonly string[];
  /** An older name, which still works. */
  formerly?: string;
}

/** The given values by option name. The value of a switch is its own name. */
export type OptionValues = Readonly<Record<string, string>>;

/** How a command is used: the text of `--help`, and its options. */
export interface Manual {
  /** What is typed before the options, such as `rewards serve`. */
  usage: string;
  /** What it does: a sentence without the capital letter and the full stop. */
  summary: string;
  /** The placeholder for positional arguments, such as `<id>…`; left out if the command takes none. */
  operands?: string;
  options: Record<string, OptionSpec>;
  /** Further paragraphs. */
  notes: readonly string[];
}

/** A subcommand of `rewards`. `run` resolves when it is done, and throws if it failed. */
export interface Command extends Manual {
  name: string;
  run(options: OptionValues, operands: readonly string[]): Promise<void>;
}

/** The command was used in a wrong way. The message says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
