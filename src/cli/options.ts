import { parseArgs } from 'node:util';
import { closest } from '../common/closest.ts';
import { type Manual, type OptionSpec, type OptionValues, UsageError } from './command.ts';
import { stdout } from './output/stdout.ts';
import { isBlank } from './output/visible.ts';

/** Characters. */
const MIN_WIDTH = 26;
const MAX_DAYS = 36_500;
const USUAL_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Has a command that lists or shows something print JSON. */
export const JSON_OPTION: OptionSpec = { help: 'as JSON, for programs' };

/** The options of a command that lists: lines for a person at a terminal, JSON for a program behind a pipe, or the given format. */
export const LIST_OPTIONS: Record<string, OptionSpec> = {
  format: {
    value: '<table|json>',
    help: 'a table (the default on a terminal), or one JSON object a line (the default elsewhere)',
  },
  json: { help: 'short for --format json' },
  limit: { value: '<number>', help: `how many at most, up to ${MAX_LIMIT}; by default ${USUAL_LIMIT}` },
};

/** How many to list at most, as `--limit` says. Throws `UsageError`. */
export function readLimit(text = String(USUAL_LIMIT)): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not ${text}`);
}

/** What was typed after a command. */
export interface Arguments {
  values: OptionValues;
  operands: readonly string[];
}

/** The options and operands among the arguments, or `help` where that was asked for. Throws `UsageError`. */
export function readOptions(args: readonly string[], { usage, options, operands }: Manual): Arguments | 'help' {
  const names = Object.keys(options);
  const former = new Map(
    Object.entries(options).flatMap(([name, { formerly }]) =>
      formerly === undefined ? [] : [[formerly, name] as const],
    ),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      [...names, ...former.keys()].map((name) => [
        name,
        { type: options[former.get(name) ?? name]?.value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === 'option');
  if (given.some(({ rawName }) => rawName === '--help' || rawName === '-h')) return 'help';

  const misuse = (problem: string) => new UsageError(`${problem}. See ${usage} --help`);
  const values: Record<string, string> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional' && isBlank(token.value)) throw misuse('an argument is blank');
    if (token.kind === 'positional' && operands !== undefined) positionals.push(token.value);
    else if (token.kind === 'positional') throw misuse(`this command takes only options, and ${token.value} is none`);
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const name = former.get(token.name) ?? token.name;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option || !rawName.startsWith('--'))
      throw misuse(`there is no option ${rawName}${suggestion(rawName, names)}`);
    if (option.value === undefined) {
      if (value !== undefined) throw misuse(`${rawName} takes no value`);
      values[name] = name;
      continue;
    }
    if (value === undefined || isBlank(value) || value.startsWith('--'))
      throw misuse(`${rawName} needs a value: ${rawName} ${option.value}`);
    values[name] = value;
  }
  return { values, operands: positionals };
}

/** The text as a TCP port. Throws `UsageError`. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port <= 65_535) return port;
  throw new UsageError(`a port is a number from 0 to 65535 (0 takes any that is free), not ${text}`);
}

/** The text, if it is one of the words. Throws `UsageError`. */
export function oneOf<T extends string>(option: string, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new UsageError(`${option} must be one of ${words.join(', ')}, not ${text}`);
}

/**
 * The output format: the value of `--format`, JSON with `--json`, or else `usual`. `other` is the format that the command has besides JSON.
 * Throws `UsageError`, also if the two options contradict each other.
 */
export function formatOf<Other extends string>(
  { format, json }: OptionValues,
  other: Other,
  usual: Other | 'json' = other,
): Other | 'json' {
  const chosen = format === undefined ? undefined : oneOf<Other | 'json'>('--format', format, [other, 'json']);
  if (json === undefined) return chosen ?? usual;
  if (chosen === undefined || chosen === 'json') return 'json';
  throw new UsageError(`--json and --format ${format} contradict each other: give one`);
}

/** The output format of a list: by default a table on a terminal, and JSON elsewhere. Throws `UsageError`. */
export function listFormatOf(options: OptionValues): 'table' | 'json' {
  return formatOf(options, 'table', stdout.isTerminal ? 'table' : 'json');
}

/** The text, such as `90d`, as a number of days. Throws `UsageError`. */
export function readDays(option: string, text: string): number {
  const days = /^[1-9]\d{0,4}d$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (days <= MAX_DAYS) return days;
  throw new UsageError(`${option} must be a number of days from 1d to ${MAX_DAYS}d, such as 90d, not ${text}`);
}

/** The text for `--help`. */
export function helpFor({ usage, summary, options, operands, notes }: Manual): string {
  const rows = Object.entries(options).map(
    ([option, { value = '', help: text }]) => [`--${option} ${value}`, text] as const,
  );
  const width = Math.max(MIN_WIDTH, ...rows.map(([option]) => option.length + 1));
  return [
    `Usage: ${usage} ${operands === undefined ? '' : `${operands} `}[options]`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    'Options:',
    ...[...rows, ['--help', 'this text'] as const].map(([option, text]) => `  ${option.padEnd(width)}${text}`),
    ...notes.flatMap((note) => ['', note]),
  ].join('\n');
}

function suggestion(rawName: string, names: readonly string[]): string {
  const meant = closest(rawName.replace(/^-+/, ''), [...names, 'help']);
  return meant ? ` (did you mean --${meant}?)` : '';
}
