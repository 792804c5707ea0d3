import * as z from 'zod/mini';

/**
 * What an action asks for against bots: a proof of work, handed out at `endpoint` (a path below the mount), or the token of
 * a service that the site's owner has an account with.
 */
export const ChallengeView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('altcha'), endpoint: z.string() }),
  z.object({ type: z.literal('turnstile'), siteKey: z.string() }),
  z.object({ type: z.literal('hcaptcha'), siteKey: z.string() }),
]);
export type ChallengeView = z.infer<typeof ChallengeView>;

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));
const Count = z.int().check(z.minimum(1));

/**
 * A proof of work in the format of ALTCHA, version 2: to be found is the counter, from 0 on, whose key begins with
 * `keyPrefix`. The key is derived with PBKDF2 from `nonce` and the counter (32 bits, big-endian), salted with `salt`, in
 * `cost` rounds. `expiresAt` is in epoch seconds; `data.for` stands for the action and the member.
 */
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
});
export type AltchaChallenge = z.infer<typeof AltchaChallenge>;

/** A challenge with its solution: the counter, and the key that it leads to. */
export const AltchaProof = z.strictObject({
  challenge: AltchaChallenge,
  solution: z.strictObject({ counter: z.int().check(z.minimum(0), z.maximum(0xffffffff)), derivedKey: hex(32) }),
});
export type AltchaProof = z.infer<typeof AltchaProof>;

/** No white space, nor anything else that a service might overlook: to the ledger it would be another token. */
const tokenOf = (most: number) => z.string().check(z.regex(new RegExp(`^[!-~]{1,${most}}$`)));

/** What a claim shows of the action's challenge, by the challenge's type. Other keys mean nothing here. */
export const Proof = z.object({
  altcha: z.optional(AltchaProof),
  turnstile: z.optional(tokenOf(2048)),
  hcaptcha: z.optional(tokenOf(8192)),
});
export type Proof = z.infer<typeof Proof>;
