import * as z from 'zod';
import { closest } from '../../common/closest.ts';

type Issue = z.core.$ZodRawIssue;

/** The schemas inside schemas that check their value by themselves, for the documentation to list their keys. */
export const insides = z.registry<{ inside: object }>();

/** The right place of keys that are often written into another object. */
interface Elsewhere {
  place: string;
  keys: readonly string[];
}

/**
 * An object of the config. Unknown keys are named, one on each line, with the known key that was probably meant, or with the place where they belong.
 */
export function section<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  alsoKnown: readonly string[] = [],
  elsewhere?: Elsewhere,
): z.ZodObject<z.core.util.Writeable<Shape>, z.core.$strict> {
  const known = [...Object.keys(shape), ...alsoKnown];
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys, known, elsewhere) : undefined),
  });
}

function unknownKeys(keys: readonly string[], known: readonly string[], elsewhere?: Elsewhere): string {
  return keys
    .map((key) => {
      if (elsewhere?.keys.includes(key)) return `has a key '${key}' that belongs ${elsewhere.place}: move it there`;
      const meant = closest(key, known);
      return `has an unknown key '${key}'; ${meant ? `did you mean '${meant}'?` : `known are ${known.join(', ')}`}`;
    })
    .join('\n');
}

/** Plain words for issues that the schema has no message for. A missing key is explained by its own description. */
export function plainWords(issue: Issue): string | undefined {
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => message).join('; ');
  if (issue.code === 'invalid_union' && issue.input === undefined) return missing(issue);
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  if (issue.input === undefined) return missing(issue);
  if (issue.code === 'invalid_type') return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
  const words = issue.values.map(String);
  const meant = typeof issue.input === 'string' ? closest(issue.input, words) : undefined;
  const list = `must be one of ${words.map((word) => `'${word}'`).join(', ')}`;
  return meant ? `${list}; did you mean '${meant}'?` : list;
}

const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object with keys',
  record: 'an object with keys',
  array: 'a list',
};

function missing(issue: Issue): string {
  const { inst } = issue;
  const description = inst instanceof z.core.$ZodType ? z.globalRegistry.get(inst)?.description : undefined;
  return description ? `is missing: ${description}` : 'is missing';
}
