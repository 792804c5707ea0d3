/** One POST to the service. `body` is form-encoded. */
export interface TransportRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds allowed for name look-up, connection and TLS together. */
  connectTimeoutMs: number;
  /** Milliseconds allowed from the first byte written to the last byte read. */
  replyTimeoutMs: number;
  /** The reply's body is cut off after this many bytes. */
  maxReplyBytes: number;
  /** Cancels the call. If a byte has been written, the outcome is then unknown. */
  signal?: AbortSignal;
}

/** A reply as far as it was received. `complete` is false if the body ended early, was cut off, or could not be decoded. */
export interface TransportReply {
  status: number;
  headers: { get(name: string): string | null };
  body: string;
  complete: boolean;
  /** Why the body is not complete. */
  failure?: string;
}

/**
 * Sends one request, once: it never follows a redirect, and never repeats a request after its first byte. Throws `TransportError` if no status line
 * was received.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** There was no reply. `written` says whether a byte of the request may have been written; if in doubt it is true. */
export class TransportError extends Error {
  readonly written: boolean;

  constructor(message: string, options: { written: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'TransportError';
    this.written = options.written;
  }
}
