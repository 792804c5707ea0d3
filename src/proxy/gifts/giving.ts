import { once } from '../../common/once.ts';
import { type AuditContext, auditedGiving } from './audited.ts';
import type { Gift } from './gift.ts';
import type { Gifts, GiftsContext } from './gifts.ts';
import type { GiftOutcome } from './outcome.ts';

/** The owner's ways to give by hand. */
export interface Giving {
  /** Gives without an entry in the audit. */
  readonly gifts: () => Promise<Gifts>;
  /** Gives one gift, with an entry in the audit. */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
}

/** See `Giving`. Most sites give nothing by hand, so the code is loaded with the first gift. */
export function createGiving({ ledger, logger, secrets, now, ...context }: GiftsContext & AuditContext): Giving {
  const gifts = once(async () => {
    const { createGifts } = await import('./gifts.ts');
    return createGifts({ ledger, now, ...context });
  });
  return { gifts, award: auditedGiving(gifts, { ledger, logger, secrets, now }) };
}
