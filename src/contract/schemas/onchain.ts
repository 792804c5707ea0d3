import * as z from 'zod/mini';
import type * as types from '../onchain.ts';

const ChainId = z.int().check(z.minimum(1));

export const OnchainView = z.object({
  asks: z.enum(['address', 'transaction']),
  chains: z.array(z.object({ id: ChainId, name: z.string() })).check(z.minLength(1)),
}) satisfies z.ZodMiniType<types.OnchainView>;
export type OnchainView = types.OnchainView;

export const OnchainRequest = z.strictObject({
  memberId: z.optional(z.string()),
  address: z.string(),
  chainId: z.int(),
}) satisfies z.ZodMiniType<types.OnchainRequest>;
export type OnchainRequest = types.OnchainRequest;

export const OnchainMessage = z.object({
  message: z.string().check(z.minLength(1)),
  expiresAt: z.iso.datetime(),
}) satisfies z.ZodMiniType<types.OnchainMessage>;
export type OnchainMessage = types.OnchainMessage;

/** Enough for signatures of contract wallets: with many owners, a passkey, or the data to deploy the wallet (EIP-6492). A whole claim has 16 KiB. */
const MAX_SIGNATURE = 12_288;
const MAX_MESSAGE = 2048;

export const OnchainProof = z.strictObject({
  message: z.string().check(z.maxLength(MAX_MESSAGE)),
  signature: z.string().check(z.maxLength(MAX_SIGNATURE), z.regex(/^0x(?:[0-9a-fA-F]{2})+$/)),
  transaction: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
}) satisfies z.ZodMiniType<types.OnchainProof>;
export type OnchainProof = types.OnchainProof;
