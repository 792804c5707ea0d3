/** One POST to the service. `body` is form-encoded. */
export interface TransportRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds allowed for name look-up, connection and TLS together. */
  connectTimeoutMs: number;
  /** Milliseconds allowed from the first byte written to the last byte read. */
  replyTimeoutMs: number;
  /** Bytes of the reply's body after which it is cut off. */
  maxReplyBytes: number;
  /** Ends the call. Once a byte is written the outcome is then unknown. */
  signal?: AbortSignal;
}

/** A reply as far as it came. `complete` is false where the body ended early, was cut off, or could not be decoded. */
export interface TransportReply {
  status: number;
  headers: { get(name: string): string | null };
  body: string;
  complete: boolean;
  /** Why the body is not complete. */
  failure?: string;
}

/**
 * Sends one request, once: it never follows a redirect, and never repeats a request after its first byte.
 * Throws `TransportError` where no status line came back.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** There was no reply. `written` says whether a byte of the request may have left; when in doubt it is true. */
export class TransportError extends Error {
  readonly written: boolean;

  constructor(message: string, options: { written: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'TransportError';
    this.written = options.written;
  }
}
