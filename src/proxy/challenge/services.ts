import { fingerprint } from '../../common/fingerprint.ts';

/** What the proxy asks a service about. `requestName` is the same for a repetition of the request, and for no other. */
export interface Question {
  siteKey: string;
  token: string;
  requestName: string;
}

/** A service that tells visitors from bots, as far as the proxy asks it for its verdict. */
export interface CaptchaService {
  name: string;
  /** Takes `secret`, `response` and the rest in a form, and answers in JSON. */
  url: URL;
  rest: (question: Question) => Record<string, string>;
  /** How long a token is good. */
  lifeMs: number;
  /** Whether a token says for which action it was got. */
  namesActions: boolean;
  /** The secrets for tests that the service documents: they have nothing to do with hosts and actions. */
  testSecrets: ReadonlySet<string>;
}

export const SERVICES: Readonly<Record<'turnstile' | 'hcaptcha', CaptchaService>> = {
  turnstile: {
    name: 'Turnstile',
    url: new URL('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    // A token is verified once, unless with the same key: so a verdict that got lost can be asked for again.
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
