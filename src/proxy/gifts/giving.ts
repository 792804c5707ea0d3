import { once } from '../../common/once.ts';
import { type AuditContext, auditedGiving } from './audited.ts';
import type { Gift } from './gift.ts';
import type { Gifts, GiftsContext } from './gifts.ts';
import type { GiftOutcome } from './outcome.ts';

/** How the owner gives by hand. */
export interface Giving {
  /** Gives without a note in the audit. */
  readonly gifts: () => Promise<Gifts>;
  /** Gives one gift, with a note in the audit. */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
}

/** See `Giving`. Most sites give nothing by hand, so the code for it is loaded with the first gift. */
export function createGiving({ ledger, logger, secrets, now, ...context }: GiftsContext & AuditContext): Giving {
  const gifts = once(async () => {
    const { createGifts } = await import('./gifts.ts');
    return createGifts({ ledger, now, ...context });
  });
  return { gifts, award: auditedGiving(gifts, { ledger, logger, secrets, now }) };
}
