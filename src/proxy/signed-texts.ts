import { once } from '../common/once.ts';
import { madeUpSecret } from './challenge/index.ts';
import type { Logger } from './monitoring/logger.ts';
import type { Messages } from './onchain/messages.ts';
import type { Tickets } from './proofs/index.ts';

/** Texts that the proxy signs, and recognizes later. */
export interface SignedTexts {
  /** The messages that wallets sign. */
  readonly messages: () => Promise<Messages>;
  /** The tickets that say since when a page has been open. */
  readonly tickets: () => Promise<Tickets>;
}

/** See `SignedTexts`. Most sites need neither, so each is loaded when it is first needed. */
export function signedTexts(
  { challengeSecret }: { challengeSecret?: string | undefined },
  { logger, now }: { logger: Logger; now: () => number },
): SignedTexts {
  const secret = once(() => challengeSecret ?? madeUpSecret(logger));
  return {
    messages: once(async () => {
      const { Messages: Loaded } = await import('./onchain/messages.ts');
      return new Loaded({ secret: secret(), now });
    }),
    tickets: once(async () => {
      const { Tickets: Loaded } = await import('./proofs/tickets.ts');
      return new Loaded({ secret: secret(), now });
    }),
  };
}
