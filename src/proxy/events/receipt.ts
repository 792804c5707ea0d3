import * as z from 'zod';

/** The answer to the sender of an event that need not be sent again. */
export const EventReceipt = z.object({
  source: z.string(),
  event: z.string(),
  outcome: z.enum(['granted', 'pending', 'not-given', 'ignored']),
  action: z.optional(z.string()),
  claim: z.optional(z.string()),
  reason: z.optional(z.string()),
});

export type EventReceipt = z.infer<typeof EventReceipt>;
