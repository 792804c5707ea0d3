import type { AltchaChallenge, ChallengeView } from './challenge.ts';
import { either, type Guard, isInteger, isString, object, oneOf, reader } from './guard.ts';

type View<Type extends ChallengeView['type']> = ChallengeView & { type: Type };

/** An action's challenge, or undefined if the value is anything else. Accepts what the schema `ChallengeView` accepts. */
export const readChallengeView: (value: unknown) => ChallengeView | undefined = reader(
  either(
    object<View<'altcha'>>({ type: oneOf('altcha'), endpoint: isString }),
    either(
      object<View<'turnstile'>>({ type: oneOf('turnstile'), siteKey: isString }),
      object<View<'hcaptcha'>>({ type: oneOf('hcaptcha'), siteKey: isString }),
    ),
  ),
);

const isPositive: Guard<number> = (value): value is number => isInteger(value) && value > 0;

const isHex =
  (bytes: number): Guard<string> =>
  (value): value is string =>
    isString(value) && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value);

/** A proof of work from the proxy, or undefined if the value is anything else. Accepts what the schema `AltchaChallenge` accepts. */
export const readAltchaChallenge: (value: unknown) => AltchaChallenge | undefined = reader(
  object<AltchaChallenge>({
    parameters: object<AltchaChallenge['parameters']>({
      algorithm: oneOf('PBKDF2/SHA-256'),
      cost: isPositive,
      data: object<AltchaChallenge['parameters']['data']>({ for: isHex(32) }),
      expiresAt: isPositive,
      keyLength: oneOf(32),
      keyPrefix: isHex(16),
      keySignature: isHex(32),
      nonce: isHex(16),
      salt: isHex(16),
    }),
    signature: isHex(32),
  }),
);
