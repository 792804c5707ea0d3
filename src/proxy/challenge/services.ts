import { fingerprint } from '../../common/fingerprint.ts';

/** What the proxy sends to a service. `requestName` is the same for a repetition of the request, and different for all others. */
export interface Question {
  siteKey: string;
  token: string;
  requestName: string;
}

/** A service that tells visitors from bots. */
export interface CaptchaService {
  name: string;
  /** Accepts a form with `secret`, `response` and the rest, and answers in JSON. */
  url: URL;
  rest: (question: Question) => Record<string, string>;
  /** How long a token is valid. */
  lifeMs: number;
  /** Whether a token says which action it is for. */
  namesActions: boolean;
  /** The documented secrets for tests. Their verdicts do not depend on hosts and actions. */
  testSecrets: ReadonlySet<string>;
}

export const SERVICES: Readonly<Record<'turnstile' | 'hcaptcha', CaptchaService>> = {
  turnstile: {
    name: 'Turnstile',
    url: new URL('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    // A token can be verified once, or again with the same key: so a lost verdict can be requested again.
    rest: ({ token, requestName }) => ({ idempotency_key: uuidOf([token, requestName]) }),
    lifeMs: 300_000,
    namesActions: true,
    testSecrets: new Set(['1', '2', '3'].map((digit) => `${digit}x0000000000000000000000000000000AA`)),
  },
  hcaptcha: {
    name: 'hCaptcha',
    url: new URL('https://api.hcaptcha.com/siteverify'),
    rest: ({ siteKey }) => ({ sitekey: siteKey }),
    lifeMs: 120_000,
    namesActions: false,
    testSecrets: new Set(['0x0000000000000000000000000000000000000000']),
  },
};

/** A UUID that is the same for the same content. */
function uuidOf(content: unknown): string {
  return fingerprint(content).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
