import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { ReceiverSettings } from '../../../src/proxy/deliveries/config.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const ALL: ReceiverSettings['types'] = ['claim.granted', 'claim.pending', 'claim.refused', 'claim.released'];

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  id: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, received: Received, count: number) => void;

export interface ReceiverServer {
  url: string;
  received: Received[];
  /** Resolves once so many came. */
  came: (count: number) => Promise<void>;
}

/**
 * Verifies a message as the specification of Standard Webhooks 1.0.0 says, and by nothing of ours: the secret is base64 after `whsec_`, what is signed is
 * the id, the timestamp and the body with full stops between them, and one of the signatures has to be it.
 */
export function verified(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const wanted = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const [version, base64 = ''] = signature.split(',');
      const given = Buffer.from(base64, 'base64');
      return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
    });
}

/** The settings of a receiver at the address, which is told all. */
export function receiver(url: string, change: Partial<ReceiverSettings> = {}): ReceiverSettings {
  return { url, secret: SECRET, types: ALL, memberIds: false, ...change };
}

/** A real receiver. `answer` is left to say what becomes of each message; 204 if left out. */
export async function startReceiver(
  t: TestContext,
  answer: Answer = (response) => status(response, 204),
): Promise<ReceiverServer> {
  const received: Received[] = [];
  let told: () => void = () => {};
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await text(request);
      const one = {
        headers: request.headers,
        body,
        id: String(request.headers['webhook-id']),
        event: JSON.parse(body),
      };
      received.push(one);
      answer(response, one, received.length);
      told();
    };
    void take();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    came: (count) =>
      new Promise((resolve) => {
        told = () => {
          if (received.length >= count) resolve();
        };
        told();
      }),
  };
}

export function status(response: ServerResponse, code: number, headers: Record<string, string> = {}): void {
  response.writeHead(code, headers).end();
}
