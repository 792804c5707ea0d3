import * as z from 'zod/mini';
import type * as types from '../challenge.ts';
import { OnchainProof } from './onchain.ts';

export const ChallengeView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('altcha'), endpoint: z.string() }),
  z.object({ type: z.literal('turnstile'), siteKey: z.string() }),
  z.object({ type: z.literal('hcaptcha'), siteKey: z.string() }),
]) satisfies z.ZodMiniType<types.ChallengeView>;
export type ChallengeView = types.ChallengeView;

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const Count = z.int().check(z.minimum(1));

export const AltchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: Count,
    data: z.object({ for: hex(32) }),
    expiresAt: Count,
    keyLength: z.literal(32),
    keyPrefix: hex(16),
    keySignature: hex(32),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: hex(32),
}) satisfies z.ZodMiniType<types.AltchaChallenge>;
export type AltchaChallenge = types.AltchaChallenge;

export const AltchaProof = z.strictObject({
  challenge: AltchaChallenge,
  solution: z.strictObject({ counter: z.int().check(z.minimum(0), z.maximum(0xffffffff)), derivedKey: hex(32) }),
}) satisfies z.ZodMiniType<types.AltchaProof>;
export type AltchaProof = types.AltchaProof;

/** Without white space and other characters that a service might ignore: the ledger would see another token. */
const tokenOf = (most: number) => z.string().check(z.regex(new RegExp(`^[!-~]{1,${most}}$`)));

export const Proof = z.object({
  altcha: z.optional(AltchaProof),
  turnstile: z.optional(tokenOf(2048)),
  hcaptcha: z.optional(tokenOf(8192)),
  onchain: z.optional(OnchainProof),
  ticket: z.optional(tokenOf(256)),
}) satisfies z.ZodMiniType<types.Proof>;
export type Proof = types.Proof;
