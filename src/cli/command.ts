/** An option of a command. `value` is what stands for its value in the help, such as `<file>`; one without it is a switch. */
export interface OptionSpec {
  value?: string;
  help: string;
  /** What the value may be, where `value` does not say it. */
  values?: readonly string[];
  /** An older name, which is taken for the same. */
  formerly?: string;
}

/** The values that were given, by the option's name; of a switch, its own name. */
export type OptionValues = Readonly<Record<string, string>>;

/** How something is called: what `--help` says, and which options there are. */
export interface Manual {
  /** What is typed before the options, such as `rewards serve`. */
  usage: string;
  /** What it does, as a sentence without its capital and its full stop. */
  summary: string;
  /** What stands for the arguments that are no options, such as `<id>…`; left out where there are none. */
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

/** The command was used in a wrong way. The message says how to mend it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
