import type { Evidence, Outcome } from './outcome.ts';
import { type Reading, readReply } from './reading.ts';
import { type ReplyRule, ruleFor } from './reply-rule.ts';
import { parseRetryAfter } from './retry-after.ts';
import { evidenceText } from './text.ts';
import { TransportError, type TransportReply } from './transport.ts';
import type { AwardEcho, RoleEcho } from './wire.ts';

const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429]);

/** What the classification needs besides the reply. */
export interface Circumstances {
  /** HTTP statuses that mean "not executed", beyond 400, 401, 403, 404, 413, 422 and 429. */
  refusedStatuses: ReadonlySet<number>;
  /** The meanings that the owner has observed of some replies. */
  rules: readonly ReplyRule[];
  /** The API key, which the evidence must not contain. */
  secret: string;
  /** Epoch milliseconds. */
  now: number;
  durationMs: number;
}

/**
 * The verdict on one call that should have executed and echoed `expected`. Rows are read from top to bottom:
 *
 * | what came back | outcome |
 * |---|---|
 * | no byte written | released |
 * | no reply | unknown |
 * | JSON object, code 0, echo matches | granted |
 * | what a rule of the owner fits | as it says: refused or unknown |
 * | JSON object whose code is a whole number, or text of one, other than 0, any HTTP status but 5xx | refused |
 * | 400 401 403 404 413 422 429 and the given statuses, any body | refused |
 * | anything else | unknown |
 *
 * So what the object says outranks the status line: 409 with code 7 is refused, 401 with code 0 and the right echo is granted.
 * Failures are not documented (service API, section 7), so whatever else is missing or odd in one does not matter; nor does the
 * content type. A reply that contradicts itself says nothing.
 */
export function classify<Echo extends AwardEcho | RoleEcho>(
  result: TransportReply | TransportError,
  expected: Echo,
  circumstances: Circumstances,
): Outcome<Echo> {
  const { durationMs, refusedStatuses, rules, secret } = circumstances;
  if (result instanceof TransportError) {
    const evidence = { failure: evidenceText(result.message, secret), durationMs };
    return { kind: result.written ? 'unknown' : 'released', evidence };
  }
  const { status } = result;
  const reading = readReply(result, expected);
  const evidence = gatherEvidence(result, reading, circumstances);
  if (reading.flaw === undefined) return { kind: 'granted', echo: expected, evidence };
  const rule = ruleFor(result, reading, rules);
  const why = rule ? `${reading.flaw}, which is ${rule.means} by a rule of the config` : reading.flaw;
  evidence.failure = evidenceText(`HTTP ${status}: ${why}`, secret);
  if (rule) return { kind: rule.means, evidence };
  const said = reading.refusal && Math.trunc(status / 100) !== 5;
  const refused = said || REFUSED_STATUSES.has(status) || refusedStatuses.has(status);
  return { kind: refused ? 'refused' : 'unknown', evidence };
}

function gatherEvidence(reply: TransportReply, { code, error, ts, flaw }: Reading, at: Circumstances): Evidence {
  const evidence: Evidence = { status: reply.status, durationMs: at.durationMs };
  const retryAfter = parseRetryAfter(reply.headers.get('retry-after'), at.now);
  if (retryAfter !== undefined) evidence.retryAfter = retryAfter;
  if (code !== undefined) evidence.code = typeof code === 'number' ? code : evidenceText(code, at.secret);
  if (error !== undefined) evidence.error = evidenceText(error, at.secret);
  if (ts !== undefined) evidence.ts = ts;
  const isExplained = flaw === undefined || (code !== undefined && error !== undefined && error !== '');
  // A truncated reply may end in a part of the secret.
  if (!isExplained && reply.complete && reply.body !== '') evidence.reply = evidenceText(reply.body, at.secret);
  return evidence;
}
