import * as z from 'zod';
import type { Settlement } from '../../ledger/index.ts';

/** The part of a call's evidence that answers and logs depend on. A ledger gives evidence back as whatever it stored. */
const Evidence = z.object({
  status: z.number().optional(),
  // A code that is text may name the member.
  code: z.number().optional().catch(undefined),
  error: z.string().optional(),
  failure: z.string().optional(),
  retryAfter: z.number().optional(),
  durationMs: z.number().optional(),
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
