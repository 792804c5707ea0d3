import type { AwardEcho, Envelope, RoleEcho } from '../../service/wire.ts';
import { ConnectionReset } from './connection-reset.ts';
import { failureReply, pageReply } from './failure-form.ts';
import type { Fault } from './faults.ts';
import { envelopeReply, jsonReply, type Reply } from './reply.ts';
import { untilGone, wait } from './wait.ts';

/** What the service would have answered, and what a fault needs to change it. `echo` is null if the call failed. */
export interface DueReply {
  reply: Reply;
  echo: AwardEcho | RoleEcho | null;
  /** In seconds, for envelopes. */
  ts: number;
  path: string;
  signal: AbortSignal;
}

/**
 * Applies the fault to the reply, and waits if the fault delays it. Throws `ConnectionReset` where there is no reply, or the client
 * disconnects first.
 */
export async function applyFault(fault: Fault, answer: DueReply): Promise<Reply> {
  const { reply, echo, ts } = answer;
  switch (fault.kind) {
    case 'delay':
      if (fault.executed) await wait(fault.ms, answer.signal);
      return reply;
    case 'hang':
      return untilGone(answer.signal);
    case 'reset':
      if (fault.at === 'no-reply') throw new ConnectionReset('A fault broke the connection.');
      return { ...reply, cut: fault.at };
    case 'status':
      return statusReply(fault, answer);
    case 'html':
      return pageReply(200);
    case 'cut-json':
      return { ...reply, body: reply.body.subarray(0, Math.ceil(reply.body.length / 2)) };
    case 'code':
      return failureReply(fault.form, 200, { code: fault.code, error: fault.error, ts });
    case 'odd-success':
      return echo ? jsonReply(200, JSON.stringify({ code: 0, error: null, data: echo, ts: String(ts) })) : reply;
    case 'two-codes':
      return echo ? jsonReply(200, twoCodes(fault.code, { code: 0, error: '', data: echo, ts })) : reply;
    case 'wrong-echo':
      return echo ? envelopeReply(200, { code: 0, error: '', data: distort(echo, fault.field), ts }) : reply;
    case 'empty':
      return { ...reply, status: 200, body: new Uint8Array(0) };
    case 'huge':
      return { ...reply, body: pad(reply.body, fault.bytes) };
    case 'invalid-utf8':
      return echo ? { ...reply, body: spoil(reply.body) } : reply;
  }
}

function statusReply(fault: Extract<Fault, { kind: 'status' }>, { ts, path }: DueReply): Reply {
  const { status, body, retryAfter } = fault;
  const headers: Record<string, string> = {};
  if (status < 400) headers['location'] = fault.location ?? path;
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  if (body === 'none') return { status, headers, body: new Uint8Array(0) };
  if (body === 'html') return pageReply(status, headers);
  return envelopeReply(status, { code: status * 100, error: `Status ${status}`, data: {}, ts }, headers);
}

/** The envelope as JSON, with another code before its own. */
function twoCodes(code: number, envelope: Envelope): string {
  return `{"code":${code},${JSON.stringify(envelope).slice(1)}`;
}

function distort(echo: AwardEcho | RoleEcho, field: 'user_id' | 'grant' | 'remark'): AwardEcho | RoleEcho {
  if (field === 'user_id') return { ...echo, user_id: otherId(echo.user_id) };
  if (field === 'remark') return { ...echo, remark: `${echo.remark} (changed)` };
  return 'points' in echo ? { ...echo, points: echo.points + 1 } : { ...echo, role_id: otherId(echo.role_id) };
}

/** An id that differs only in its last character, like one that was converted to a number and back. */
function otherId(id: string): string {
  return id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
}

function pad(body: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.max(bytes, body.length)).fill(0x20);
  padded.set(body);
  return padded;
}

/** Adds a byte that is not valid UTF-8 before the quote that closes the remark. */
function spoil(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const quote = 0x22;
  const end = body.lastIndexOf(quote, body.lastIndexOf(quote) - 1);
  const at = body.lastIndexOf(quote, end - 1);
  return Uint8Array.from([...body.subarray(0, at), 0xff, ...body.subarray(at)]);
}
