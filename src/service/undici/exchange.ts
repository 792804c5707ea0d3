import type { Dispatcher } from 'undici';
import { errorCode } from '../../common/error-code.ts';
import { afterLimit } from '../../common/within.ts';
import { ReplyBody } from '../reply-body.ts';
import { describeError } from '../text.ts';
import { TransportError, type TransportReply, type TransportRequest } from '../transport.ts';
import type { Line } from './line.ts';

/** undici's own limits before a request is written. They are as long, and may come first in a process that was suspended. */
const LATE_START = /^UND_ERR_(?:CONNECT|HEADERS)_TIMEOUT$/;

/** One request and its reply. It settles once, and ignores what undici reports later. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Contains the connection that the request is written to, as soon as there is one. */
  via: { line?: Line } = {};
  readonly #request: TransportRequest;
  readonly #resolve: (reply: TransportReply) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #body: ReplyBody;
  readonly #startBy: number;
  readonly #cancel = (): void => this.#stop('the call was cancelled');
  /** Clears the current timer. */
  #callOff: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #line: Line | undefined;
  #head: Pick<TransportReply, 'status' | 'headers'> | undefined;
  #settled = false;

  constructor(
    request: TransportRequest,
    resolve: (reply: TransportReply) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new ReplyBody(request.maxReplyBytes);
    this.#startBy = performance.now() + request.connectTimeoutMs;
    this.#callOff = afterLimit(request.connectTimeoutMs, () => this.#stop(this.#lateStart()));
    request.signal?.addEventListener('abort', this.#cancel);
  }

  /** Called just before undici writes the request. Throwing here takes the request out of the queue and leaves the connection in use. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The timer alone is not enough: after a process was suspended, the connection may be ready before the timer fires.
    if (!this.#settled && performance.now() > this.#startBy) this.#stop(this.#lateStart());
    // A second start would write the request twice.
    if (this.#settled || this.#controller) throw new Error('must not be written');
    this.#controller = controller;
    this.#line = this.via.line;
    this.#line?.ask();
    this.#callOff();
    const { replyTimeoutMs } = this.#request;
    this.#callOff = afterLimit(replyTimeoutMs, () => this.#stop(`no whole reply within ${replyTimeoutMs} ms`));
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    const get = (name: string): string | null => {
      const lower = name.toLowerCase();
      return Object.hasOwn(headers, lower) ? (headers[lower]?.toString() ?? null) : null;
    };
    this.#head = { status, headers: { get } };
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (!this.#body.add(chunk)) this.#stop(`the reply is longer than ${this.#request.maxReplyBytes} bytes`);
  }

  onResponseEnd(): void {
    this.#line?.answered();
    // Data after the reply has often arrived together with it, and is read before this runs.
    setImmediate(() => this.#finish());
  }

  onResponseError(_controller: unknown, error: Error): void {
    const isLate = !this.#controller && LATE_START.test(errorCode(error) ?? '');
    this.#settle(isLate ? this.#lateStart() : describeError(error));
  }

  #finish(): void {
    if (this.#line?.spokeUnasked) {
      // It is not known whose reply it was, so not even its status counts.
      this.#head = undefined;
      this.#settle('more came than one reply');
      return;
    }
    const encoding = this.#head?.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
    this.#settle(encoding === 'identity' ? undefined : 'the reply is compressed, which was not asked for');
  }

  #lateStart(): string {
    return `no connection within ${this.#request.connectTimeoutMs} ms`;
  }

  #stop(failure: string): void {
    this.#settle(failure);
    this.#controller?.abort(new Error(failure));
  }

  #settle(failure?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#callOff();
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    if (this.#head) this.#resolve({ ...this.#head, ...this.#body.finish(failure) });
    // No `cause`: undici's parser errors contain the raw bytes of the reply, which may repeat the API key.
    else this.#reject(new TransportError(failure ?? 'there was no reply', { written: this.#controller !== undefined }));
  }
}
