import * as z from 'zod';
import { memberIdsOf, type MemberIds, type MemberIdSettings, patternProblem } from '../identity/index.ts';
import { type Bindings, resolveReferences } from './env.ts';
import { isRecord } from '../../common/is-record.ts';
import { ConfigError } from './config-error.ts';
import { Text } from './texts.ts';
import { plainWords, section } from './words.ts';

type Canonical = NonNullable<MemberIdSettings['canonical']>;

const Pattern = z
  .union([z.string(), z.instanceof(RegExp)], "must be a regular expression, or one as text, such as '[1-9][0-9]{4,19}'")
  .superRefine((pattern, context) => {
    const problem = patternProblem(pattern);
    if (problem !== null) context.addIssue(problem);
  });

/** What the ids of members look like. */
export const MemberIdsSchema = section({
  pattern: Pattern.optional().describe(
    'what all of an id has to match, as a regular expression; 5 to 20 digits of which the first is not 0, if left out',
  ),
  canonical: z
    .custom<Canonical>((value) => typeof value === 'function', 'must be a function of a text that gives an id, or null')
    .optional()
    .describe('a function that gives each way to write an id the same text, such as (text) => text.toLowerCase()'),
  example: Text.optional().describe('an id, for hints'),
}).superRefine(({ example, ...settings }, context) => {
  if (example === undefined || (settings.pattern !== undefined && patternProblem(settings.pattern) !== null)) return;
  const read = readSafely(memberIdsOf(settings), example);
  if ('flaw' in read) context.addIssue({ code: 'custom', path: ['example'], message: read.flaw });
  else if (read.id !== example) {
    context.addIssue({ code: 'custom', path: ['example'], message: `is always written ${read.id}: write it so` });
  }
});

/** The rule of a config of whose other keys nothing is known. Throws `ConfigError`. */
export function readMemberIds({ memberIds = {} }: { memberIds?: unknown }, variables: Bindings): MemberIds {
  const parsed = MemberIdsSchema.safeParse(resolveReferences(memberIds, variables, []), { error: plainWords });
  if (parsed.success) return memberIdsOf(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => `${['memberIds', ...path].join('.')}: ${message}`),
  );
}

/** Checks that the members on lists are ids. What is wrong with the rule itself, or is no text, the schema reports. */
export function checkLists(
  { memberIds = {}, members }: Record<string, unknown>,
  report: (path: PropertyKey[], message: string) => void,
): void {
  const settings = MemberIdsSchema.safeParse(memberIds);
  if (!settings.success || !isRecord(members)) return;
  const ids = memberIdsOf(settings.data);
  for (const name of ['block', 'allow']) {
    const list = members[name];
    if (!Array.isArray(list)) continue;
    for (const [index, entry] of list.entries()) {
      const read = typeof entry === 'string' ? readSafely(ids, entry) : null;
      if (read && 'flaw' in read) report(['members', name, index], read.flaw);
    }
  }
}

/** What the owner's function does wrong is wrong in the config. */
function readSafely(ids: MemberIds, text: string): ReturnType<MemberIds['read']> {
  try {
    return ids.read(text);
  } catch (error) {
    return { flaw: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
