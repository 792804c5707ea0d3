import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What an RPC answers in place of a result. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface Call {
  method: string;
  params: readonly unknown[];
}

/** What goes wrong with a call: a reply of another kind, none at all, or another result; undefined where nothing does. */
export type Fault = (
  call: Call,
) => { status: number; body?: string; headers?: Record<string, string> } | 'hangs' | { result: unknown } | undefined;

export const tooMany: Fault = () => ({ status: 429, headers: { 'retry-after': '1' } });

/** The fault for calls of one method alone. */
export const only =
  (method: string, fault: Fault): Fault =>
  (call) =>
    call.method === method ? fault(call) : undefined;

/** The part of its address that no log may have. */
export const API_KEY = 'k3y-in-the-address';

/** An RPC on this machine that answers as it is told to. Close it with `await using`. */
export class StandInRpc implements AsyncDisposable {
  answer: (method: string, params: readonly unknown[]) => unknown;
  fault: Fault = () => undefined;
  readonly calls: Call[] = [];
  readonly #server = createServer((request, response) => void this.#reply(request, response));

  constructor(answer: StandInRpc['answer']) {
    this.answer = answer;
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2/${API_KEY}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = JSON.parse(await text(request)) as Call & { id: number };
    this.calls.push({ method, params });
    const fault = this.fault({ method, params });
    if (fault === 'hangs') return;
    if (fault && 'status' in fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const reply = fault ?? (await this.#answered(method, params));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  }

  async #answered(method: string, params: readonly unknown[]): Promise<object> {
    try {
      return { result: await this.answer(method, params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, data } = error;
      return { error: { code, message, ...(data !== undefined && { data }) } };
    }
  }
}
