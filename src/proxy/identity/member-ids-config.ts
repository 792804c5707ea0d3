import * as z from 'zod';
import { ConfigError } from '../config/config-error.ts';
import { type Bindings, resolveReferences } from '../config/env.ts';
import { Text } from '../config/values.ts';
import { VisitorText } from '../config/visitor-text.ts';
import { plainWords, section } from '../config/words.ts';
import { memberIdsOf, type MemberIds, patternProblem } from './member-ids.ts';

type Canonical = (text: string) => string | null;

/** The values of `canonical` that need no function, for a config in JSON. */
const CANONICAL = {
  lowercase: (text) => text.toLowerCase(),
  'as-written': (text) => text,
} satisfies Record<string, Canonical>;

const Pattern = z
  .union([z.string(), z.instanceof(RegExp)], "must be a regular expression, or one as text, such as '[1-9][0-9]{4,19}'")
  .superRefine((pattern, context) => {
    const problem = patternProblem(pattern);
    if (problem !== null) context.addIssue(problem);
  });

/** The keys for the form of member ids. */
export const MemberIdsSchema = section({
  pattern: Pattern.optional().describe(
    'a regular expression for the whole id; default: 5 to 20 digits without a leading zero',
  ),
  canonical: z
    .union(
      [
        z.custom<Canonical>((value) => typeof value === 'function'),
        z.enum(['lowercase', 'as-written']).transform((word) => CANONICAL[word]),
      ],
      "must be a function of a text that returns an id, or null; or 'lowercase', or 'as-written'",
    )
    .optional()
    .describe(
      "turns each spelling of an id into one text: a function such as (text) => text.toLowerCase(), or 'lowercase' for that one; 'as-written' if each spelling is another member",
    ),
  example: Text.optional().describe('an id, for hints'),
  label: VisitorText.optional().describe('what your community calls an id, such as "Your Harbour id"'),
}).superRefine(({ example, ...settings }, context) => {
  if (example === undefined || (settings.pattern !== undefined && patternProblem(settings.pattern) !== null)) return;
  const read = readSafely(memberIdsOf(settings), example);
  if ('error' in read) context.addIssue({ code: 'custom', path: ['example'], message: read.error });
  else if (read.id !== example) {
    context.addIssue({ code: 'custom', path: ['example'], message: `is always written ${read.id}: write it so` });
  }
});

/** The rule of a config, of which other keys are ignored. Throws `ConfigError`. */
export function readMemberIds({ memberIds = {} }: { memberIds?: unknown }, variables: Bindings): MemberIds {
  const parsed = MemberIdsSchema.safeParse(resolveReferences(memberIds, variables, []), { error: plainWords });
  if (parsed.success) return memberIdsOf(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => `${['memberIds', ...path].join('.')}: ${message}`),
  );
}

/** What is wrong with a text of the config as an id; null if it is one. */
export function errorOf(text: string, ids: MemberIds): string | null {
  const read = readSafely(ids, text);
  return 'error' in read ? read.error : null;
}

/** An error of the owner's function is an error in the config. */
function readSafely(ids: MemberIds, text: string): ReturnType<MemberIds['read']> {
  try {
    return ids.read(text);
  } catch (error) {
    return { error: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
