import { type Guard, isInstant, isInteger, isString, listOf, object, oneOf, reader } from './guard.ts';
import type { OnchainMessage, OnchainView } from './onchain.ts';

const areChains = listOf(
  object<OnchainView['chains'][number]>({
    id: (value): value is number => isInteger(value) && value > 0,
    name: isString,
  }),
);

const isView: Guard<OnchainView> = object<OnchainView>({
  asks: oneOf('address', 'transaction'),
  chains: (value): value is OnchainView['chains'] => areChains(value) && value.length > 0,
});

/** What an action requires on chain, or undefined if the value is anything else. Accepts what the schema `OnchainView` accepts. */
export const readOnchainView: (value: unknown) => OnchainView | undefined = reader(isView);

/** The reply to `POST {mount}/actions/{action}/onchain`, or undefined if the value is anything else. Accepts what the schema `OnchainMessage` accepts. */
export const readOnchainMessage: (value: unknown) => OnchainMessage | undefined = reader(
  object<OnchainMessage>({
    message: (value): value is string => isString(value) && value !== '',
    expiresAt: isInstant,
  }),
);
