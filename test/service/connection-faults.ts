import { certificate } from './certificate.ts';
import { type Fault, fault, says, saysAndEnds, saysAndResets } from './fault.ts';
import { envelope, reply } from './raw-server.ts';
import { CHUNKED, chunk, half, UNTIL_CLOSE } from './reply-faults.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n';
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';

const broken = [
  saysAndEnds('unknown', 'a body short of its length', (r) => half(reply(200, envelope(r)).toString())),
  saysAndEnds('unknown', 'chunks without the last', (r) => CHUNKED + chunk(envelope(r))),
  saysAndEnds('unknown', 'half a body until the connection ends', (r) => UNTIL_CLOSE + half(envelope(r))),
  saysAndEnds('unknown', 'an end without a reply', () => ''),
  saysAndEnds('unknown', 'a reply that is not HTTP', () => 'SSH-2.0-OpenSSH_9.7\r\n'),
  saysAndEnds('unknown', 'an unasked 100 Continue', () => 'HTTP/1.1 100 Continue\r\n\r\n'),
  saysAndEnds('unknown', 'an unasked switch of protocols', () => UPGRADE),
  saysAndEnds('unknown', 'an unasked switch of protocols before a reply', (r) => UPGRADE + reply(200, envelope(r))),
  says('unknown', 'interim headers without end', () => `HTTP/1.1 103 Early Hints\r\nx: ${'x'.repeat(200_000)}`),
  says('unknown', 'headers without end', () => `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}`),
  saysAndResets('unknown', 'a reset after the request', () => ''),
  saysAndResets('unknown', 'a reset within the headers', () => 'HTTP/1.1 200 OK\r\ncontent-'),
  saysAndResets('unknown', 'a reset after the headers', () => HEAD),
  saysAndResets('unknown', 'a reset within the body', () => `${HEAD}{"code":0,`),
  fault({ kind: 'unknown', requests: 0 }, 'a reset before the request is read', {
    onFirstBytes: (socket) => socket.resetAndDestroy(),
  }),
  fault({ kind: 'unknown', requests: 0 }, 'plain http to a port that speaks TLS', { tls: certificate }),
];

const stalled = [
  fault({ kind: 'unknown', stalls: 'reply' }, 'no reply at all', {}),
  says({ kind: 'unknown', stalls: 'reply' }, 'headers that stop', () => 'HTTP/1.1 200 OK\r\ncontent-le'),
  says({ kind: 'unknown', stalls: 'reply' }, 'a body that stops', (r) => reply(200, envelope(r)).subarray(0, -1)),
  fault({ kind: 'unknown', stalls: 'reply' }, 'a body that drips for ever', {
    onRequest: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n`);
      const drip = setInterval(() => socket.write(' '), 2);
      socket.on('close', () => clearInterval(drip));
    },
  }),
];

const https = (port: number): string => `https://127.0.0.1:${port}`;
const never = { kind: 'released', viaFetch: 'unknown', requests: 0 } as const;

const unreached = [
  { ...fault(never, 'a refused connection', {}), base: () => 'http://127.0.0.1:1' },
  { ...fault(never, 'a name that does not resolve', {}), base: () => 'https://nowhere.invalid' },
  { ...fault(never, 'a certificate that no one trusts', { tls: certificate }), base: https },
  {
    ...fault(never, 'https to a port that speaks no TLS', { onFirstBytes: (socket) => socket.end('no TLS here') }),
    base: https,
  },
  {
    ...fault(never, 'a TLS handshake that is reset', { onFirstBytes: (socket) => socket.resetAndDestroy() }),
    base: https,
  },
  { ...fault({ ...never, stalls: 'connect' }, 'a TLS handshake that never ends', {}), base: https },
];

/** What can happen to a connection before, during and after the request. */
export const connectionFaults: readonly Fault[] = [...broken, ...stalled, ...unreached];
