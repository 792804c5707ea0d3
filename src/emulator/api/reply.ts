import type { Envelope } from '../../service/wire.ts';
import { ConnectionReset } from './connection-reset.ts';

/** A reply before it is sent. `cut`: the connection breaks after the headers, or in the middle of the body. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  cut?: 'headers' | 'body';
}

/** Long enough for a listener to send what comes before the cut. */
const BEFORE_CUT_MS = 10;
const WITHOUT_BODY = new Set([204, 205, 304]);

const encoder = new TextEncoder();

export function textReply(status: number, type: string, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ...headers, 'content-type': type }, body: encoder.encode(body) };
}

export function jsonReply(status: number, json: string, headers: Record<string, string> = {}): Reply {
  return textReply(status, 'application/json; charset=utf-8', json, headers);
}

export function envelopeReply(status: number, envelope: Envelope, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, JSON.stringify(envelope), headers);
}

/** The bytes that reach the client. */
export function sentBytes({ status, body, cut }: Reply): Uint8Array<ArrayBuffer> {
  if (cut === 'headers' || WITHOUT_BODY.has(status)) return new Uint8Array(0);
  return cut === 'body' ? body.subarray(0, Math.ceil(body.length / 2)) : body;
}

/**
 * The reply as a `Response`. If it is cut, the stream of its body fails. One cut in the middle has the `content-length` of the whole. One
 * cut after the headers has none, so that a listener sends them before there is a body.
 */
export function toResponse(reply: Reply): Response {
  const { status, headers, body, cut } = reply;
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  if (!cut) return new Response(body, { status, headers });
  const length: Record<string, string> = cut === 'body' ? { 'content-length': String(body.length) } : {};
  return new Response(failingStream(sentBytes(reply)), { status, headers: { ...headers, ...length } });
}

/** Fails only when more than these bytes are asked for: a stream that fails discards what has not been read. */
function failingStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let given = bytes.length === 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    if (!given) {
      given = true;
      controller.enqueue(bytes);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, BEFORE_CUT_MS));
    throw new ConnectionReset('A fault broke the connection.');
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
