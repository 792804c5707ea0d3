import type { Manual } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { helpFor } from '../../../src/cli/options.ts';
import { blocks, code, fenced, sentence, escaped } from './markdown.ts';

/** What `--help` says of each command. */
export function commandsReference(): string {
  return blocks(...Array.from(COMMANDS.values(), manualText));
}

function manualText(manual: Manual): string {
  const { usage, summary } = manual;
  const id = usage.replaceAll(' ', '-');
  return blocks(`## ${code(usage)} {#${id}}`, sentence(escaped(summary)), fenced('text', helpFor(manual)));
}
