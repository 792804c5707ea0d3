import type { Evidence, Outcome } from './outcome.ts';
import { parseRetryAfter } from './retry-after.ts';
import { evidenceText } from './text.ts';
import { TransportError, type TransportReply } from './transport.ts';
import { type AwardEcho, Envelope, type RoleEcho } from './wire.ts';

const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429]);

/** What a verdict needs besides the reply. */
export interface Circumstances {
  /** HTTP statuses that mean "not executed", beyond 400, 401, 403, 404, 413, 422 and 429. */
  refusedStatuses: ReadonlySet<number>;
  /** The API key, to be kept out of the evidence. */
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
 * | whole envelope, code 0, error empty, echo matches | granted |
 * | whole envelope, code not 0, any HTTP status but 5xx | refused |
 * | 400 401 403 404 413 422 429 and the given statuses, any body | refused |
 * | anything else | unknown |
 *
 * So a whole envelope outranks the status line: 409 with code 7 is refused, 401 with code 0 and the right echo is granted.
 * Code 0 beside an error text contradicts itself and is no success. The content type does not matter: what parses counts.
 */
export function classify<Echo extends AwardEcho | RoleEcho>(
  result: TransportReply | TransportError,
  expected: Echo,
  circumstances: Circumstances,
): Outcome<Echo> {
  const { durationMs, refusedStatuses, secret } = circumstances;
  if (result instanceof TransportError) {
    const evidence = { failure: evidenceText(result.message, secret), durationMs };
    return { kind: result.written ? 'unknown' : 'released', evidence };
  }
  const { status } = result;
  const { envelope, flaw } = readEnvelope(result, expected);
  const evidence = gatherEvidence(result, envelope, circumstances);
  if (flaw === undefined) return { kind: 'granted', echo: expected, evidence };
  evidence.failure = evidenceText(`HTTP ${status}: ${flaw}`, secret);
  const said = envelope !== undefined && envelope.code !== 0 && Math.trunc(status / 100) !== 5;
  const refused = said || REFUSED_STATUSES.has(status) || refusedStatuses.has(status);
  return { kind: refused ? 'refused' : 'unknown', evidence };
}

/** The envelope, if it came whole, and why the reply is no success; without a flaw it is one. */
function readEnvelope(reply: TransportReply, expected: AwardEcho | RoleEcho): { envelope?: Envelope; flaw?: string } {
  if (!reply.complete) return { flaw: reply.failure ?? 'the reply ended early' };
  let json: unknown;
  try {
    json = JSON.parse(reply.body);
  } catch {
    return { flaw: 'the reply is not JSON' };
  }
  const parsed = Envelope.safeParse(json);
  if (!parsed.success) return { flaw: 'the reply is not an envelope of the service' };
  const envelope = parsed.data;
  if (envelope.code !== 0) return { envelope, flaw: `the service answered with code ${envelope.code}` };
  if (envelope.error !== '') return { envelope, flaw: 'code 0 came with an error text' };
  const differing = differences(envelope.data, expected);
  return differing.length === 0 ? { envelope } : { envelope, flaw: `the echo differs in ${differing.join(', ')}` };
}

/** The fields whose echo is not exactly, in value and JSON type, what was sent. */
function differences(data: unknown, expected: AwardEcho | RoleEcho): string[] {
  const echoed = new Map(Object.entries(data ?? {}));
  return Object.entries(expected).flatMap(([name, value]) => (echoed.get(name) === value ? [] : [name]));
}

function gatherEvidence(reply: TransportReply, envelope: Envelope | undefined, at: Circumstances): Evidence {
  const evidence: Evidence = { status: reply.status, durationMs: at.durationMs };
  const retryAfter = parseRetryAfter(reply.headers.get('retry-after'), at.now);
  if (retryAfter !== undefined) evidence.retryAfter = retryAfter;
  if (!envelope) return evidence;
  evidence.code = envelope.code;
  evidence.error = evidenceText(envelope.error, at.secret);
  if (envelope.ts !== undefined) evidence.ts = envelope.ts;
  return evidence;
}
