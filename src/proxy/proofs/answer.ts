import * as z from 'zod';
import { VisitorText } from '../config/visitor-text.ts';
import { type Finding, ok, UNAVAILABLE } from './proof.ts';

const MAX_EVIDENCE_LENGTH = 4096;
const MAX_WAIT_S = 86_400;
/** A widget that asks more often would reach the limit for a member. */
const MIN_WAIT_S = 10;

const ProgressSchema = z.strictObject({ done: z.int().min(0), of: z.int().min(1) }).optional();

const Answer = z.union([
  z.strictObject({ ok: z.literal(true), evidence: z.unknown().optional() }),
  z.strictObject({ refuse: VisitorText, progress: ProgressSchema }),
  z.strictObject({
    notYet: z.number().min(0).max(MAX_WAIT_S),
    reason: VisitorText.optional(),
    progress: ProgressSchema,
  }),
]);

/**
 * The answer of the owner's function or endpoint.
 * - `ok`: it happened. `evidence` is JSON of at most 4096 characters, stored with the claim.
 * - `refuse`: it did not happen. The value is a text for the visitor, or one for each language.
 * - `notYet`: it may still happen. The visitor's widget asks again after this many seconds, from ten to a day.
 * `progress` shows how far the visitor has come.
 */
export type VerifyAnswer = z.input<typeof Answer>;

/** The finding of an answer, or what is wrong with the answer. */
export function findingIn(type: string, answer: unknown): Finding | { error: string } {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return { error: 'is not { ok: true }, { refuse: … } or { notYet: … }' };
  const given = parsed.data;
  if ('ok' in given) {
    const text = textOf(given.evidence);
    if (text === null || text.length > MAX_EVIDENCE_LENGTH) {
      return { error: `has evidence that is no JSON of at most ${MAX_EVIDENCE_LENGTH} characters` };
    }
    return ok({ type, ...(text !== '' && { evidence: JSON.parse(text) as unknown }) });
  }
  const { progress } = given;
  const shown = progress && { progress };
  if ('refuse' in given) return { kind: 'refuse', detail: 'This did not happen.', reason: given.refuse, ...shown };
  const { notYet, reason } = given;
  const retryAfter = Math.max(MIN_WAIT_S, Math.ceil(notYet));
  return { kind: 'not-yet', retryAfter, ...(reason !== undefined && { reason }), ...shown };
}

/** The evidence as JSON, empty if there is none; null if it cannot be JSON. */
function textOf(evidence: unknown): string | null {
  try {
    return JSON.stringify(evidence) ?? '';
  } catch {
    return null;
  }
}

/** If an answer is no use, which is for the owner to fix: it grants nothing. */
export function orUnavailable(found: Finding | { error: string }, report: (error: string) => void): Finding {
  if (!('error' in found)) return found;
  report(found.error);
  return UNAVAILABLE;
}
