import * as z from 'zod';
import { parseJson } from '../../common/parse-json.ts';
import type { Transport } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Question, CaptchaService } from './services.ts';

/** The verdict on a token; `unavailable` if the service gives no reliable one. */
export type TokenCheck =
  | { kind: 'passed'; hostname: string | null; action: string | null }
  | { kind: 'failed'; codes: readonly string[] }
  | { kind: 'unavailable'; codes: readonly string[] };

export interface SiteVerifyContext {
  transport: Transport;
  logger: Logger;
  secrets: Secrets;
}

const CONNECT_TIMEOUT_MS = 3_000;
const REPLY_TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 16 * 1024;
const MAX_CODES = 8;

/** What is the owner's to fix, or the service's own trouble, and no fault of the visitor's. */
const NOT_THE_VISITOR: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'internal-error',
]);

const Reply = z.object({
  success: z.boolean(),
  hostname: z.string().max(255).nullish(),
  action: z.string().max(255).nullish(),
  'error-codes': z.array(z.string().regex(/^[\w.-]{1,64}$/)).nullish(),
});

/** Asks the service about a token, once. Never rejects; errors are logged without the secret and the token. */
export async function siteVerify(
  service: CaptchaService,
  secret: string,
  question: Question,
  context: SiteVerifyContext,
): Promise<TokenCheck> {
  const { logger, secrets, transport } = context;
  const unavailable = (message: string, details: object, codes: readonly string[] = []): TokenCheck => {
    logger.error({ service: service.name, ...details }, message);
    return { kind: 'unavailable', codes };
  };
  const form = { secret, response: question.token, ...service.rest(question) };
  try {
    const { status, body, complete } = await transport({
      url: service.url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      replyTimeoutMs: REPLY_TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    const reply = complete ? Reply.safeParse(parseJson(body)).data : undefined;
    // Turnstile uses 400 for errors in a request, in the same form.
    if (!reply || status >= 500 || (reply.success && status !== 200)) {
      return unavailable('the service for challenges gave no answer that can be read', { status });
    }
    const { success, hostname = null, action = null } = reply;
    if (success) return { kind: 'passed', hostname, action };
    const codes = reply['error-codes']?.slice(0, MAX_CODES) ?? [];
    if (!codes.some((code) => NOT_THE_VISITOR.has(code))) {
      logger.info({ service: service.name, codes }, 'a challenge was not passed');
      return { kind: 'failed', codes };
    }
    return unavailable(
      'the service for challenges does not take the secret, or has trouble of its own',
      { codes },
      codes,
    );
  } catch (error) {
    return unavailable('the service for challenges cannot be reached', { error: secrets.describe(error) });
  }
}
