import * as z from 'zod';
import type { Settlement } from '../../ledger/index.ts';

/** The part of a call's evidence that answers and logs depend on. A ledger returns evidence in any form that it was stored in. */
const Evidence = z.object({
  status: z.number().optional(),
  // A code that is text may contain the member's name.
  code: z.number().optional().catch(undefined),
  error: z.string().optional(),
  failure: z.string().optional(),
  retryAfter: z.number().optional(),
  durationMs: z.number().optional(),
});

/** The evidence of a grant; empty if there is none. */
export function readEvidence(evidence: unknown): z.infer<typeof Evidence> {
  return Evidence.safeParse(evidence).data ?? {};
}

/** The result of a call for the log: without the service's own words, which may contain the member's name. */
export function loggable({ state, evidence }: Settlement): object {
  const { error: _error, ...rest } = readEvidence(evidence);
  return { state, ...rest };
}
