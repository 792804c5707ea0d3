/**
 * The `rewards` command: a file or a folder for each subcommand, and what they share. `config/` reads the config and the files that it
 * names, `output/` is what goes to the terminal, and `serve/` is the server with its workers, its log and its work at regular times.
 * It may import everything of ours. Only the bin (`rewards.ts`) and the demo import it. People read its output, so every error is one
 * line that says what to do.
 */
import { closest } from '../common/closest.ts';
import { asTyped } from './output/as-typed.ts';
import { inColour, colourSections } from './output/colours.ts';
import { type Command, UsageError } from './command.ts';
import { readEnvFile } from './config/env-file.ts';
import { allCommands, COMMANDS } from './commands.ts';
import { helpFor, readOptions } from './options.ts';
import { ownVersion } from './own-package.ts';
import { CUT_SHORT, stdout } from './output/stdout.ts';
import { visible } from './output/visible.ts';

const HELP = ['--help', '-h'];
const MIN_WIDTH = 18;

/**
 * Runs the command that the arguments name. Resolves with the exit status: 0 success, 1 failure, 2 wrong use, and 141 where the
 * reader of what it prints stopped before the end.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await run(args);
    return (await stdout.flush()) ? 0 : CUT_SHORT;
  } catch (error) {
    const message = await asTyped(error instanceof Error ? error.message : String(error));
    for (const line of message.split('\n'))
      console.error(`${inColour('bad', 'rewards:', process.stderr)} ${visible(line)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { name, rest } = nameAndRest(args);
  if (name === undefined)
    throw new UsageError(`say which command: ${[...COMMANDS.keys()].join(', ')}; see rewards --help`);
  if (HELP.includes(name)) return stdout.print(help(await allCommands()), colourSections);
  if (name === 'help') return showHelp(rest);
  if (name === '--version' || name === '-v') return stdout.print(ownVersion());
  const command = await COMMANDS.get(name)?.();
  if (!command) {
    const group = await commandsBelow(name);
    if (group.length === 0) throw new UsageError(`there is no ${describe(name)}`);
    if (rest.some((word) => HELP.includes(word))) return stdout.print(groupHelp(name, group), colourSections);
    throw new UsageError(wrongGroup(name, group, rest[0]));
  }
  const given = readOptions(rest, command);
  if (given === 'help') return stdout.print(helpFor(command), colourSections);
  readEnvFile(given.values['env']);
  return command.run(given.values, given.operands);
}

/** `rewards help`, of all or of what is named. */
async function showHelp(words: readonly string[]): Promise<void> {
  const name = words.filter((word) => !HELP.includes(word)).join(' ');
  const command = await COMMANDS.get(name)?.();
  if (command) return stdout.print(helpFor(command), colourSections);
  const group = await commandsBelow(name);
  if (name !== '' && group.length === 0) throw new UsageError(`there is no ${describe(name)}`);
  stdout.print(group.length > 0 ? groupHelp(name, group) : help(await allCommands()), colourSections);
}

/** The commands of two words that begin with that one. */
function commandsBelow(first: string): Promise<Command[]> {
  const below = Array.from(COMMANDS).filter(([name]) => name.startsWith(`${first} `));
  return Promise.all(below.map(([, load]) => load()));
}

function wrongGroup(name: string, group: readonly Command[], word: string | undefined): string {
  const names = group.map((command) => command.name.slice(name.length + 1));
  const which = `say which of ${names.join(', ')}`;
  const meant = word === undefined ? null : closest(word, names);
  const wrong =
    word === undefined ? which : `there is no ${name} ${word}${meant ? ` (did you mean ${meant}?)` : `: ${which}`}`;
  return `${wrong}. See rewards ${name} --help`;
}

/** Some commands have two words. */
function nameAndRest([first, second, ...rest]: readonly string[]): { name: string | undefined; rest: string[] } {
  const both = `${first} ${second}`;
  if (COMMANDS.has(both)) return { name: both, rest };
  return { name: first, rest: second === undefined ? rest : [second, ...rest] };
}

function describe(name: string): string {
  const commands = [...COMMANDS.keys()].flatMap((command) => [command, command.split(' ')[0] ?? '']);
  const [kind, known] = name.startsWith('-') ? ['option', ['--help', '--version']] : ['command', commands];
  const meant = closest(name, known);
  return `${kind} ${name}${meant ? ` (did you mean ${meant}?)` : ''}. See rewards --help`;
}

function listed(commands: readonly Command[]): string[] {
  const width = Math.max(MIN_WIDTH, ...commands.map(({ name }) => name.length + 1));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
}

function groupHelp(name: string, group: readonly Command[]): string {
  return [`Usage: rewards ${name} <command> [options]`, '', 'Commands:', ...listed(group)].join('\n');
}

function help(commands: readonly Command[]): string {
  return [
    'Usage: rewards <command> [options]',
    '',
    'Commands:',
    ...listed(commands),
    '',
    'Options:',
    '  -h, --help      this text; after a command, that of the command (as rewards help serve)',
    '  -v, --version   the version of rewards-elements',
    '',
    'On a terminal there are colours; NO_COLOR=1 takes them away, and FORCE_COLOR=1 has them in a pipe, too.',
    `Exit status: 0 success, 1 failure, 2 wrong use; ${CUT_SHORT} where what reads the output stops before its end.`,
  ].join('\n');
}
