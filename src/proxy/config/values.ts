import * as z from 'zod';
import { MIN_SECRET_BYTES } from '../identity/member-token.ts';

export const Text = z.string().min(1, 'must not be empty');

export const Count = z.int('must be a whole number above 0').min(1, 'must be a whole number above 0');

/** A secret to sign or encrypt with, which must not be easy to guess. */
export const Secret = Text.refine(
  (secret) => new TextEncoder().encode(secret).byteLength >= MIN_SECRET_BYTES,
  `must have at least ${MIN_SECRET_BYTES} bytes: make one with "openssl rand -base64 32"`,
);

/** An id of a member or a role. */
export const Id = z.string(
  "must be text in quotes, because ids are too large for numbers; copy it in the platform's client",
);

export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
