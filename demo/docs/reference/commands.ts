import type { Manual } from '../../../src/cli/command.ts';
import { allCommands } from '../../../src/cli/commands.ts';
import { blocks, code, escaped, fenced, sentence, table } from './markdown.ts';

const commands = await allCommands();

/** What `--help` says of each command. */
export function commandsReference(): string {
  return blocks(...commands.map(manualText));
}

function manualText({ usage, summary, operands, options, notes }: Manual): string {
  const rows = Object.entries(options).map(([name, { value, help }]) => [
    code(value === undefined ? `--${name}` : `--${name} ${value}`),
    escaped(help),
  ]);
  return blocks(
    `## ${code(usage)}`,
    sentence(escaped(summary)),
    fenced('text', `${usage} ${operands === undefined ? '' : `${operands} `}[options]`),
    table(['Option', 'What it does'], rows),
    ...notes.map(noteText),
  );
}

/** A paragraph, a list whose columns stand below each other, or a list after the line that says of what. */
function noteText(note: string): string {
  if (note.startsWith('  ')) return fenced('text', note);
  const [title = '', ...lines] = note.split('\n');
  return lines.length > 0 && lines.every((line) => line.startsWith('  '))
    ? blocks(escaped(title), fenced('text', lines.join('\n')))
    : escaped(note);
}
