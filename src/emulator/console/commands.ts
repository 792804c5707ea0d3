import type { ServerView } from '../index.ts';

/** A slash command of the bot. */
export interface Command {
  name: string;
  summary: string;
}

/** The bot's commands (service API, section 1). */
export const COMMANDS = [
  { name: '/api-key create', summary: 'Make the API key of this server' },
  { name: '/api-key revoke', summary: 'End the API key of this server, so that another can be made' },
] as const satisfies Command[];

export type CommandName = (typeof COMMANDS)[number]['name'];

/** The commands that begin with the text. None for a text that is no command, or a complete one. */
export function completions(text: string): Command[] {
  const wanted = normal(text);
  if (!wanted.startsWith('/')) return [];
  return COMMANDS.filter(({ name }) => name.startsWith(wanted) && name !== wanted);
}

/** The command in the text, `unknown` for a text with a slash that is none, and null for any other text. */
export function commandIn(text: string): CommandName | 'unknown' | null {
  const wanted = normal(text);
  if (!wanted.startsWith('/')) return null;
  return COMMANDS.find(({ name }) => name === wanted.trimEnd())?.name ?? 'unknown';
}

/** What the user of the console may do. */
export interface Privileges {
  administrator: boolean;
  /** The permission to use the API, which others can have, too. */
  mayUseApi: boolean;
}

/**
 * Why the bot does not obey, as it says it; null if it does. The prerequisites are the service's (section 1). How its bot answers where one
 * is missing is not documented, so the texts are the emulator's.
 */
export function obstacle(
  server: Pick<ServerView, 'botAdded' | 'tier'>,
  { administrator, mayUseApi }: Privileges,
): string | null {
  if (!server.botAdded) return 'There is no bot in this server, so nobody obeys commands. Add it under Settings.';
  if (!administrator && !mayUseApi) {
    return 'Only administrators of this server, and who may use the API, may manage its API key. Become one under Settings.';
  }
  if (server.tier !== 'highest') {
    return 'The API needs the highest subscription tier. Choose it under Settings.';
  }
  return null;
}

function normal(text: string): string {
  return text.trimStart().replace(/\s+/g, ' ').toLowerCase();
}
