import type { Receiver } from '../index.ts';

export const SHOP: Receiver = {
  name: 'shop',
  types: ['claim.granted', 'claim.pending', 'claim.refused', 'claim.released'],
};
export const GRANTED_ALONE: Receiver = { name: 'mail', types: ['claim.granted'] };
