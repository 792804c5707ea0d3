import * as z from 'zod';
import { LEAST_SECRET_BYTES } from '../identity/index.ts';

export const Text = z.string().min(1, 'must not be empty');

/** What something is signed or sealed with, and so must not be one that could be guessed. */
export const Secret = Text.refine(
  (secret) => new TextEncoder().encode(secret).byteLength >= LEAST_SECRET_BYTES,
  `must have at least ${LEAST_SECRET_BYTES} bytes: make one with "openssl rand -base64 32"`,
);
