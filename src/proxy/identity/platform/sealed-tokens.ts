import type * as z from 'zod';
import { secretBytes } from '../member-token.ts';

/** A kind of token: its name, the schema of its content, and for how many seconds it is valid. */
export interface Kind<Content> {
  name: string;
  content: z.ZodType<Content>;
  lifeSeconds: number;
}

/** Encrypts data that a browser keeps for the proxy, so that it can neither be read nor changed there. */
export interface SealedTokens {
  /** Valid for as long as its kind says, but not past `endsAt` (epoch milliseconds). */
  seal<Content extends Record<string, unknown>>(
    kind: Kind<Content>,
    content: Content,
    endsAt?: number,
  ): Promise<string>;
  /** The content; null if the token is of another kind, has expired, or was sealed with none of the secrets. */
  open<Content>(kind: Kind<Content>, sealed: string): Promise<Content | null>;
}

/** Loaded on first use. */
const loadJose = () => import('jose');

const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';

/**
 * Seals with the first secret and opens with any of them, so that a new secret can replace an old one. Each kind has its own keys (HKDF, RFC 5869),
 * so that a token of one kind is never accepted as another. Throws `RangeError` for a secret that is too short.
 */
export function createSealedTokens(secrets: readonly string[], now: () => number): SealedTokens {
  const known = secrets.map(secretBytes);
  const keys = new Map<string, Promise<Uint8Array[]>>();

  function keysFor({ name }: Kind<unknown>): Promise<Uint8Array[]> {
    const made = keys.get(name) ?? Promise.all(known.map((secret) => derivedKey(secret, name)));
    keys.set(name, made);
    return made;
  }

  return {
    async seal(kind, content, endsAt = Infinity) {
      const [key] = await keysFor(kind);
      if (!key) throw new RangeError('there is no secret to seal with');
      const { EncryptJWT } = await loadJose();
      const issuedAt = Math.floor(now() / 1000);
      return new EncryptJWT(content)
        .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, typ: typeOf(kind) })
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.min(issuedAt + kind.lifeSeconds, Math.floor(endsAt / 1000)))
        .encrypt(key);
    },

    async open(kind, sealed) {
      const options = {
        typ: typeOf(kind),
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
        requiredClaims: ['exp'],
        currentDate: new Date(now()),
      };
      const { jwtDecrypt } = await loadJose();
      const results = await Promise.allSettled((await keysFor(kind)).map((key) => jwtDecrypt(sealed, key, options)));
      const good = results.find((result) => result.status === 'fulfilled');
      return kind.content.safeParse(good?.value.payload).data ?? null;
    },
  };
}

function typeOf({ name }: Kind<unknown>): string {
  return `rewards-${name}+jwt`;
}

async function derivedKey(secret: Uint8Array, purpose: string): Promise<Uint8Array> {
  const { subtle } = crypto;
  const info = new TextEncoder().encode(`rewards-elements ${purpose}`);
  const master = await subtle.importKey('raw', Uint8Array.from(secret), 'HKDF', false, ['deriveBits']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return new Uint8Array(await subtle.deriveBits(derivation, master, 256));
}
