import { type ApiKeySource, readApiKey } from './api-key.ts';
import { classify } from './classify.ts';
import type { Outcome } from './outcome.ts';
import { pause } from './pause.ts';
import { type ReplyRule, replyRuleProblem } from './reply-rule.ts';
import { serviceUrl } from './service-url.ts';
import { describeError } from './text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';
import { type AwardEcho, PATHS, type RoleEcho } from './wire.ts';

const MAX_REPLY_BYTES = 64 * 1024;
const MAX_ATTEMPTS = 3;
const BACKOFF_MS = 50;
/** The sum of two such times still fits a timer, which holds 31 bits. */
const MAX_TIMEOUT_MS = 2 ** 30 - 1;

export interface ServiceClientOptions {
  /** https, or http on loopback only; see `serviceUrl`. */
  baseUrl: string;
  apiKey: ApiKeySource;
  transport: Transport;
  /** Milliseconds allowed for name look-up, connection and TLS together; 3000 by default. */
  connectTimeoutMs?: number;
  /** Milliseconds allowed from the first byte written to the last byte read; 10000 by default. */
  replyTimeoutMs?: number;
  /** HTTP statuses, 400 to 599, that the owner has seen to mean "not executed", beyond those of `classify`. */
  refusedStatuses?: readonly number[];
  /** What the owner has seen replies to mean that the document does not show. The first that fits counts. */
  rules?: readonly ReplyRule[];
  /** Epoch milliseconds, to read dates in `Retry-After`. */
  now?: () => number;
}

export interface CallOptions {
  /** Cancels the call. It is then `released` if no byte was written, otherwise `unknown`. */
  signal?: AbortSignal;
}

/**
 * The two operations of the service. Both resolve with a verdict whatever the service or the network does. They reject only with `TypeError`, for
 * wrong arguments. Text that is not well-formed UTF-16 is sent, and echoed, with U+FFFD.
 */
export interface ServiceClient {
  /** Awards points to a member (service API, section 4.1). Not idempotent: never call it again after `unknown`. */
  awardPoints(
    award: { userId: string; points: number; remark: string },
    options?: CallOptions,
  ): Promise<Outcome<AwardEcho>>;
  /** Assigns a role to a member (service API, section 4.2). */
  assignRole(
    assignment: { userId: string; roleId: string; remark: string },
    options?: CallOptions,
  ): Promise<Outcome<RoleEcho>>;
}

/**
 * A client of one community server. A call of which no byte was written is tried again: up to three attempts, the last of which begins within
 * `connectTimeoutMs`. So the first byte is written within twice that time or never. After a byte may have been written, nothing is sent again.
 * Throws `TypeError` for a base URL, and `RangeError` for a number or a rule, that it cannot use.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { apiKey, transport, connectTimeoutMs = 3_000, replyTimeoutMs = 10_000, rules = [], now = Date.now } = options;
  const base = serviceUrl(options.baseUrl);
  const [awardUrl, assignUrl] = [below(base, PATHS.award), below(base, PATHS.assign)];
  const refusedStatuses = new Set(options.refusedStatuses);
  for (const status of refusedStatuses) checkWhole('each of refusedStatuses', status, 400, 599);
  for (const rule of rules) checkRule(rule);
  checkWhole('connectTimeoutMs', connectTimeoutMs, 1, MAX_TIMEOUT_MS);
  checkWhole('replyTimeoutMs', replyTimeoutMs, 1, MAX_TIMEOUT_MS);

  async function call<Echo extends AwardEcho | RoleEcho>(
    url: URL,
    wanted: Echo,
    signal?: AbortSignal,
  ): Promise<Outcome<Echo>> {
    const startedAt = performance.now();
    let secret = '';
    let result: TransportReply | TransportError;
    try {
      secret = await readApiKey(apiKey, connectTimeoutMs);
      const request: TransportRequest = {
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'x-api-key': secret,
        },
        body: encodeForm(wanted),
        connectTimeoutMs,
        replyTimeoutMs,
        maxReplyBytes: MAX_REPLY_BYTES,
        ...(signal && { signal }),
      };
      result = await send(transport, request, startedAt + connectTimeoutMs);
    } catch (error) {
      // Only a `TransportError` can prove that nothing was written: any other error proves nothing.
      result = error instanceof TransportError ? error : new TransportError(describeError(error), { written: true });
    }
    const durationMs = Math.round(performance.now() - startedAt);
    return classify(result, wanted, { refusedStatuses, rules, secret, now: now(), durationMs });
  }

  return {
    async awardPoints({ userId, points, remark }, { signal } = {}) {
      if (!Number.isSafeInteger(points)) throw new TypeError('points must be a whole number below 2^53');
      const award = { user_id: checkId('userId', userId), points, remark: checkText('remark', remark) };
      return call(awardUrl, award, signal);
    },
    async assignRole({ userId, roleId, remark }, { signal } = {}) {
      const ids = { user_id: checkId('userId', userId), role_id: checkId('roleId', roleId) };
      const assignment = { ...ids, remark: checkText('remark', remark) };
      return call(assignUrl, assignment, signal);
    },
  };
}

/** Tries until a byte may have been written, the attempts or the time are used up, or the caller cancels. */
async function send(
  transport: Transport,
  request: TransportRequest,
  beginBy: number,
  attempt = 1,
): Promise<TransportReply> {
  try {
    return await transport(request);
  } catch (error) {
    const harmless = error instanceof TransportError && !error.written;
    if (!harmless || attempt === MAX_ATTEMPTS) throw error;
    await pause(attempt * BACKOFF_MS, request.signal);
    if (request.signal?.aborted || performance.now() > beginBy) throw error;
    return send(transport, request, beginBy, attempt + 1);
  }
}

function below(base: URL, path: string): URL {
  return new URL(base.pathname.replace(/\/+$/, '') + path, base);
}

/** The form fields of the call, in the order of the service's API. The echo has the same fields. */
function encodeForm(wanted: AwardEcho | RoleEcho): string {
  return new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)])).toString();
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}

function checkRule(rule: ReplyRule): void {
  const problem = replyRuleProblem(rule);
  if (problem !== null) throw new RangeError(`one of rules cannot be used: it ${problem}`);
}

function checkText(name: string, text: string): string {
  if (typeof text !== 'string') throw new TypeError(`${name} must be a string`);
  return text.toWellFormed();
}

function checkId(name: string, id: string): string {
  const text = checkText(name, id);
  if (text === '') throw new TypeError(`${name} must not be empty`);
  return text;
}
