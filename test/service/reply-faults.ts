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

const size = (request: RawRequest): number => Buffer.byteLength(envelope(request));
const withHead = (request: RawRequest, fields: string): string =>
  `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${envelope(request)}`;

/** A success in which another code and the echo stand once more, before the others. */
const twice = (request: RawRequest, code: number): string =>
  `{"code":${code},"data":${JSON.stringify(echoOf(request))},${envelope(request).slice(1)}`;

const granted = [
  says({ kind: 'granted', evidence: { status: 200, code: 0, error: '', ts: 1_700_000_000 } }, 'success', success),
  says('granted', 'success as text/html', (r) => reply(200, envelope(r), { 'content-type': 'text/html' })),
  says('granted', 'success with status 201', (r) => reply(201, envelope(r))),
  says('granted', 'success with status 401', (r) => reply(401, envelope(r))),
  says('granted', 'success with a field more', (r) => successBut(r, { trace: 'x' })),
  says('granted', 'success without ts', (r) => successBut(r, { ts: undefined })),
  says('granted', 'success with an error text', (r) => successBut(r, { error: 'but no' })),
  says('granted', 'success without error', (r) => successBut(r, { error: undefined })),
  says('granted', 'success with error null and ts as text', (r) => successBut(r, { error: null, ts: '1700000000' })),
  says('granted', 'success with a byte order mark and blank lines', (r) =>
    reply(200, `\uFEFF\r\n${envelope(r)}\r\n\r\n`),
  ),
  says('granted', 'success with its code and its echo twice', (r) => reply(200, twice(r, 0))),
  says('granted', 'success in chunks', (r) => `${CHUNKED}${envelope(r).replace(/[^]{1,9}/gu, chunk)}0\r\n\r\n`),
  says('granted', 'success after early hints', (r) => `HTTP/1.1 103 Hints\r\n\r\n${success(r).toString()}`),
  says({ kind: 'granted', viaFetch: 'unknown' }, 'success after an unasked 100 Continue', (r) =>
    Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), success(r)]),
  ),
  says('granted', 'success in chunks with extensions and trailers', (r) => {
    const chunks = envelope(r).replace(/[^]{1,99}/gu, (text) => chunk(text).replace('\r', ';a=b;c="d"\r'));
    return `${CHUNKED}${chunks}0;last\r\nx-checksum: 7\r\n\r\n`;
  }),
  says('granted', 'success with status 206', (r) => reply(206, envelope(r), { 'content-range': 'bytes 0-9/10' })),
  says({ kind: 'granted', viaFetch: 'unknown' }, 'success with status 205', (r) => reply(205, envelope(r))),
  says('granted', 'success with the name of a field in capitals', (r) => withHead(r, `CONTENT-LENGTH: ${size(r)}`)),
  says('granted', 'success that names another charset', (r) =>
    reply(200, envelope(r), { 'content-type': 'application/json; charset=iso-8859-1' }),
  ),
  says('granted', 'success with Content-Encoding: Identity', (r) =>
    reply(200, envelope(r), { 'content-encoding': 'Identity' }),
  ),
  saysAndEnds('granted', 'success in HTTP/1.0', (r) => `HTTP/1.0 200 OK\r\n\r\n${envelope(r)}`),
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

/** Failures in forms that the document does not show. */
const sloppy = [
  says({ kind: 'refused', evidence: { code: 1001, reply: '{"code":1001}' } }, 'a code alone', () =>
    reply(200, '{"code":1001}'),
  ),
  says('refused', 'a code with error null', () => reply(200, '{"code":1001,"error":null,"data":null,"ts":null}')),
  says('refused', 'a code with an object as error', () => reply(200, '{"code":1001,"error":{"message":"no"}}')),
  says('refused', 'a code with ts as text', () => reply(200, '{"code":1001,"error":"no","ts":"2026-03-10T12:00:00Z"}')),
  says({ kind: 'refused', evidence: { code: 1001 } }, 'a code as text', () => reply(200, '{"code":"1001","msg":"no"}')),
  says('refused', 'a code with an exponent', () => reply(200, '{"code":1e3}')),
  says({ kind: 'refused', evidence: { code: '12345678901234567890' } }, 'a code that no number holds', () =>
    reply(200, '{"code":12345678901234567890}'),
  ),
  says('refused', 'a code beside the right echo', (r) => successBut(r, { code: 1001, error: null })),
  saysAndEnds('refused', 'a code until the connection ends', () => `${UNTIL_CLOSE}{"code":1001}`),
];

const refused = [
  ...codes,
  ...sloppy,
  ...statuses,
  says('refused', 'code 7 without data, ts and text', () => reply(200, '{"code":7,"error":""}')),
  says('refused', '400 with code 0 and a wrong echo', (r) => reply(400, envelope(r, { data: {} }))),
  says({ kind: 'refused', evidence: { retryAfter: 17 } }, '429 with Retry-After', () =>
    reply(429, '', { 'retry-after': '17' }),
  ),
  saysAndEnds('refused', '403 whose body is cut', () => 'HTTP/1.1 403 No\r\ncontent-length: 99\r\n\r\n{'),
  saysAndEnds('refused', '413 that ends the connection', () => reply(413, '', { connection: 'close' })),
];

const ambiguous = [300, 301, 302, 303, 307, 308, 402, 405, 408, 409, 410, 421, 425, 500, 501, 502, 503, 504].map(
  (status) =>
    says({ kind: 'unknown', evidence: { status } }, `${status} with HTML`, () =>
      reply(status, HTML, { location: '/' }),
    ),
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
  says('unknown', '204 with a body', (r) => `HTTP/1.1 204 No Content\r\n\r\n${envelope(r)}`),
  says('unknown', '304 with a body', (r) => reply(304, envelope(r))),
  says('unknown', '200 in UTF-16', (r) => reply(200, Buffer.from(`\uFEFF${envelope(r)}`, 'utf16le'))),
  says('unknown', '200 with two lengths', (r) => withHead(r, `content-length: 9\r\ncontent-length: ${size(r)}`)),
  says(
    'unknown',
    '200 with a length and chunks',
    (r) => `${CHUNKED.replace('\r\n\r\n', '\r\ncontent-length: 5\r\n\r\n')}${chunk(envelope(r))}0\r\n\r\n`,
  ),
  says('unknown', '200 whose length is no number', (r) => withHead(r, `content-length: ${size(r)}, ${size(r)}`)),
  says({ kind: 'unknown', stalls: 'reply' }, '200 whose length is too long', (r) =>
    withHead(r, `content-length: ${size(r) + 1}`),
  ),
  says('unknown', '200 whose length is too short', (r) => withHead(r, `content-length: ${size(r) - 1}`)),
  says('unknown', '200 with line feeds alone', (r) => `HTTP/1.1 200 OK\ncontent-length: ${size(r)}\n\n${envelope(r)}`),
  says('unknown', '200 with a header over two lines', (r) => withHead(r, `x: y\r\n z\r\ncontent-length: ${size(r)}`)),
  says({ kind: 'unknown', viaFetch: 'granted' }, 'success with a second reply behind it', (r) =>
    Buffer.concat([success(r), success(r)]),
  ),
  says({ kind: 'unknown', viaFetch: 'refused' }, 'a refusal with a success behind it', (r) =>
    Buffer.concat([reply(200, '{"code":7}'), success(r)]),
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
  says('unknown', 'code 0 as a string', (r) => successBut(r, { code: '0' })),
  says('unknown', 'a code that is a word', (r) => successBut(r, { code: 'NO_MEMBER', error: 'no' })),
  says('unknown', 'a code that is null', (r) => successBut(r, { code: null })),
  says('unknown', 'two codes, the last a yes', (r) => reply(200, twice(r, 1001))),
  says('unknown', 'two codes, the last a no', (r) => reply(200, `${envelope(r).slice(0, -1)},"code":1001}`)),
  says('unknown', 'two codes that both say no', () => reply(200, '{"code":1001,"code":1002}')),
  says('unknown', 'two echoes', (r) => reply(200, `${envelope(r).slice(0, -1)},"data":{}}`)),
  says('unknown', 'two envelopes', (r) => reply(200, envelope(r) + envelope(r))),
  says('unknown', 'an envelope in an array', (r) => reply(200, `[${envelope(r)}]`)),
  says('unknown', 'an envelope in an envelope', (r) => reply(200, `{"data":${envelope(r)}}`)),
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
