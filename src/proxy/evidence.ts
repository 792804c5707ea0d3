import * as z from 'zod/mini';

/** The part of a call's evidence that answers and logs depend on. A ledger gives evidence back as whatever it stored. */
const Evidence = z.object({
  status: z.optional(z.number()),
  code: z.optional(z.number()),
  error: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
  durationMs: z.optional(z.number()),
});

/** What the evidence of a grant says; empty where there is none. */
export function readEvidence(evidence: unknown): z.infer<typeof Evidence> {
  return Evidence.safeParse(evidence).data ?? {};
}
