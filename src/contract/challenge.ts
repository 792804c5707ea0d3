import type { OnchainProof } from './onchain.ts';

/**
 * The challenge with which an action keeps out bots: a proof of work from `endpoint` (a path below the mount), or the token of a service that the
 * site's owner has an account with.
 */
export type ChallengeView =
  | { type: 'altcha'; endpoint: string }
  | { type: 'turnstile'; siteKey: string }
  | { type: 'hcaptcha'; siteKey: string };

/**
 * A proof of work in the format of ALTCHA, version 2. The task is to find the counter, from 0 on, whose key begins with `keyPrefix`. The key is
 * derived with PBKDF2 from `nonce` and the counter (32 bits, big-endian), with `salt`, in `cost` rounds. `expiresAt` is in epoch seconds; `data.for`
 * identifies the action and the member; bytes are in hex.
 */
export interface AltchaChallenge {
  parameters: {
    algorithm: 'PBKDF2/SHA-256';
    cost: number;
    data: { for: string };
    expiresAt: number;
    keyLength: 32;
    keyPrefix: string;
    keySignature: string;
    nonce: string;
    salt: string;
  };
  signature: string;
}

/** A challenge with its solution: the counter, and its key. */
export interface AltchaProof {
  challenge: AltchaChallenge;
  solution: { counter: number; derivedKey: string };
}

/**
 * The proofs of a claim: of the action's challenge, by the challenge's type, of what it requires on chain, and since when the page has been open.
 * Other keys are ignored.
 */
export interface Proof {
  altcha?: AltchaProof | undefined;
  turnstile?: string | undefined;
  hcaptcha?: string | undefined;
  onchain?: OnchainProof | undefined;
  /** The ticket of the reply to `GET {mount}/actions/{action}`. */
  ticket?: string | undefined;
}
