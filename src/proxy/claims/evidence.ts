import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import type { Settlement } from '../../ledger/index.ts';

/** The part of a call's evidence that answers and logs depend on. A ledger gives evidence back as whatever it stored. */
const Evidence = z.object({
  status: z.optional(z.number()),
  // A code that is text may name the member.
  code: otherwise(z.optional(z.number()), undefined),
  error: z.optional(z.string()),
  failure: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
  durationMs: z.optional(z.number()),
});

/** What the evidence of a grant says; empty if there is none. */
export function readEvidence(evidence: unknown): z.infer<typeof Evidence> {
  return Evidence.safeParse(evidence).data ?? {};
}

/** How a call ended, for the log: without the service's own words, which may name the member. */
export function loggable({ state, evidence }: Settlement): object {
  const { error: _error, ...rest } = readEvidence(evidence);
  return { state, ...rest };
}
