import { gzipSync } from 'node:zlib';
import { type Fault, says, saysAndEnds } from './fault.ts';
import { KEY } from './call-service.ts';
import { echoOf, envelope, type RawRequest, reply } from './raw-server.ts';

export const UNTIL_CLOSE = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n';
export const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const HTML = '<!doctype html><title>Gateway</title>';

export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
export const half = (text: string): string => text.slice(0, text.length / 2);

const success = (request: RawRequest): Buffer => reply(200, envelope(request));
const successBut = (request: RawRequest, changes: Record<string, unknown>): Buffer =>
  reply(200, envelope(request, changes));
const echoBut = (request: RawRequest, changes: Record<string, unknown>): Buffer =>
  successBut(request, { data: { ...echoOf(request), ...changes } });

const granted = [
  says({ kind: 'granted', evidence: { status: 200, code: 0, error: '', ts: 1_700_000_000 } }, 'success', success),
  says('granted', 'success as text/html', (r) => reply(200, envelope(r), { 'content-type': 'text/html' })),
  says('granted', 'success with status 201', (r) => reply(201, envelope(r))),
  says('granted', 'success with status 401', (r) => reply(401, envelope(r))),
  says('granted', 'success with a field more', (r) => successBut(r, { trace: 'x' })),
  says('granted', 'success without ts', (r) => successBut(r, { ts: undefined })),
  says('granted', 'success in chunks', (r) => `${CHUNKED}${envelope(r).replace(/[^]{1,9}/gu, chunk)}0\r\n\r\n`),
  says('granted', 'success after early hints', (r) => `HTTP/1.1 103 Hints\r\n\r\n${success(r).toString()}`),
  saysAndEnds('granted', 'success until the connection ends', (r) => UNTIL_CLOSE + envelope(r)),
];

const codes = [200, 302, 400, 408, 409, 425, 451].map((status) =>
  says({ kind: 'refused', evidence: { status, code: 7, error: 'no' } }, `code 7 with status ${status}`, (r) =>
    reply(status, envelope(r, { code: 7, error: 'no', data: null })),
  ),
);

const statuses = [400, 401, 403, 404, 413, 422, 429].flatMap((status) => [
  says({ kind: 'refused', evidence: { status } }, `${status} with HTML`, () => reply(status, HTML)),
  says({ kind: 'refused', evidence: { status } }, `${status} with nothing`, () => reply(status, '')),
]);

const refused = [
  ...codes,
  ...statuses,
  says('refused', 'code 7 without data, ts and text', () => reply(200, '{"code":7,"error":""}')),
  says('refused', '400 with code 0 and a wrong echo', (r) => reply(400, envelope(r, { data: {} }))),
  says({ kind: 'refused', evidence: { retryAfter: 17 } }, '429 with Retry-After', () =>
    reply(429, '', { 'retry-after': '17' }),
  ),
  saysAndEnds('refused', '403 whose body is cut', () => 'HTTP/1.1 403 No\r\ncontent-length: 99\r\n\r\n{'),
  saysAndEnds('refused', '413 that ends the connection', () => reply(413, '', { connection: 'close' })),
];

const ambiguous = [300, 301, 302, 303, 307, 308, 402, 405, 408, 409, 410, 425, 500, 501, 502, 503, 504].map((status) =>
  says({ kind: 'unknown', evidence: { status } }, `${status} with HTML`, () => reply(status, HTML, { location: '/' })),
);

const unreadable = [
  says('unknown', '204', () => 'HTTP/1.1 204 No Content\r\n\r\n'),
  says('unknown', '304', () => 'HTTP/1.1 304 Not Modified\r\n\r\n'),
  says({ kind: 'unknown', evidence: { retryAfter: 5 } }, '503 with Retry-After', () =>
    reply(503, HTML, { 'retry-after': '5' }),
  ),
  says({ kind: 'unknown', evidence: { status: 500, code: 7, error: 'no' } }, 'code 7 with status 500', (r) =>
    reply(500, envelope(r, { code: 7, error: 'no' })),
  ),
  says('unknown', '200 with HTML', () => reply(200, HTML)),
  says('unknown', '200 with nothing', () => reply(200, '')),
  says('unknown', '200 with half the JSON', (r) => reply(200, half(envelope(r)))),
  says('unknown', '200 with JSON that is no envelope', () => reply(200, '{"ok":true}')),
  says('unknown', '200 with null', () => reply(200, 'null')),
  says('unknown', '200 that is not UTF-8', (r) => reply(200, Buffer.from(envelope(r, { trace: 'ÿ' }), 'latin1'))),
  says({ kind: 'unknown', evidence: { status: 200 } }, '200 of 65 KiB', (r) =>
    reply(200, envelope(r) + ' '.repeat(65 * 1024)),
  ),
  says({ kind: 'unknown', viaFetch: 'granted' }, '200 that was compressed unasked', (r) =>
    reply(200, gzipSync(envelope(r)), { 'content-encoding': 'gzip' }),
  ),
];

const contradictory = [
  says('unknown', 'code 0 with an error text', (r) => successBut(r, { error: 'but no' })),
  says('unknown', 'code 0 as a string', (r) => successBut(r, { code: '0' })),
  says('unknown', 'code 0 without error', (r) => successBut(r, { error: undefined })),
  says('unknown', 'code 0 without data', (r) => successBut(r, { data: undefined })),
  says('unknown', 'code 0 with null as data', (r) => successBut(r, { data: null })),
  says('unknown', 'code 0 with an array as data', (r) => successBut(r, { data: [echoOf(r)] })),
  says('unknown', 'an echo of another member', (r) => echoBut(r, { user_id: '1' })),
  says('unknown', 'an echo with the member as a number', (r) => echoBut(r, { user_id: Number(echoOf(r).user_id) })),
  says('unknown', 'an echo of another remark', (r) => echoBut(r, { remark: 'Other' })),
  says('unknown', 'an echo without the remark', (r) => echoBut(r, { remark: undefined })),
  says('unknown', 'an echo of other points or another role', (r) => echoBut(r, { points: 11, role_id: '1' })),
  says('unknown', 'an echo with the wrong JSON types', (r) => echoBut(r, { points: '10', role_id: 5 })),
];

const tattling = [
  says({ kind: 'refused', evidence: { error: 'not [api key]' } }, 'an error text that repeats the key', () =>
    reply(200, JSON.stringify({ code: 7, error: `not ${KEY}` })),
  ),
  says('refused', 'a long error text that repeats the key', () =>
    reply(200, JSON.stringify({ code: 7, error: 'x'.repeat(290) + KEY })),
  ),
  says('unknown', 'HTML that repeats the key', () => reply(200, `<p>${KEY}</p>`)),
  saysAndEnds('unknown', 'malformed headers that repeat the key', () => `HTTP/1.1 200 OK\r\n${KEY} \u0001\r\n\r\n`),
  saysAndEnds('unknown', 'a status line that repeats the key', () => `HTTP/9.9 ${KEY}\r\n\r\n`),
];

/** What a whole reply, or one that looks whole, may say. */
export const replyFaults: readonly Fault[] = [
  ...granted,
  ...refused,
  ...ambiguous,
  ...unreadable,
  ...contradictory,
  ...tattling,
];
