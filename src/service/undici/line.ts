import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** Interim replies (RFC 9110, section 15.2), which may come unasked. 101 changes the protocol, and is none of them here. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d[ \r]/;
const INTERIM_LENGTH = 'HTTP/1.1 100 '.length;
const HEAD_END = '\r\n\r\n';
const MAX_HEAD_LENGTH = 16_384;
const NOTHING = Buffer.alloc(0);

/** With these undici gives up a connection on which it reads what is no reply to anything. */
const UNREADABLE = /^(?:UND_ERR_SOCKET|HPE_.*)$/;

/**
 * A connection as undici sees it, which knows what was asked. Between one call's reply and the next call nothing may come: what
 * comes all the same ends the connection before it can be taken for an answer. Interim replies are left out, because undici
 * takes an unasked 100 for the end. What is written goes straight to the socket: to buffer it here as well would cost each call.
 */
export class Line extends Readable {
  readonly #socket: Socket;
  readonly #onUnasked: () => void;
  #state: 'idle' | 'asked' | 'replying' = 'idle';
  /** The beginning of what may be an interim reply. */
  #head: Buffer = NOTHING;
  #ended = false;
  #spokeUnasked = false;

  /** `onUnasked` is called when something comes that was not asked for. */
  constructor(socket: Socket, onUnasked: () => void) {
    super();
    this.#socket = socket;
    this.#onUnasked = onUnasked;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('end', () => this.#end(() => this.push(null)));
    socket.on('error', (error) => this.#end(() => this.destroy(error)));
    socket.on('close', () => this.#end(() => this.destroy()));
    // It may break before undici listens.
    this.on('error', () => {});
  }

  /** Whether something came that was not asked for. */
  get spokeUnasked(): boolean {
    return this.#spokeUnasked;
  }

  /** A call is about to be written. */
  ask(): void {
    this.#state = 'asked';
  }

  /** The whole reply to it is there. */
  answered(): void {
    this.#state = 'idle';
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  write(text: string | Uint8Array, encoding?: BufferEncoding): boolean {
    return this.#socket.write(text, encoding);
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** undici gives back what follows the last reply of a connection. */
  override unshift(rest: Buffer): void {
    if (rest.length > 0) this.#noteUnasked();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const code = error && 'code' in error ? String(error.code) : '';
    if (this.#state === 'idle' && !this.#ended && UNREADABLE.test(code)) this.#noteUnasked();
    this.#socket.destroy();
    done(error);
  }

  #end(how: () => void): void {
    this.#ended = true;
    how();
  }

  #receive(bytes: Buffer): void {
    if (this.#state === 'idle') {
      this.#noteUnasked();
      this.destroy();
      return;
    }
    const reply = this.#state === 'asked' ? this.#withoutInterim(bytes) : bytes;
    if (reply.length > 0 && !this.push(reply)) this.#socket.pause();
  }

  /** The reply, as soon as it is clear that what begins is the final one. */
  #withoutInterim(bytes: Buffer): Buffer {
    let rest = this.#head.length > 0 ? Buffer.concat([this.#head, bytes]) : bytes;
    while (isInterim(rest) && rest.includes(HEAD_END)) rest = rest.subarray(rest.indexOf(HEAD_END) + HEAD_END.length);
    const isOpen = (rest.length < INTERIM_LENGTH || isInterim(rest)) && rest.length < MAX_HEAD_LENGTH;
    this.#head = isOpen ? rest : NOTHING;
    if (!isOpen) this.#state = 'replying';
    return isOpen ? NOTHING : rest;
  }

  #noteUnasked(): void {
    if (this.#spokeUnasked) return;
    this.#spokeUnasked = true;
    this.#onUnasked();
  }
}

function isInterim(bytes: Buffer): boolean {
  return INTERIM.test(bytes.toString('latin1', 0, INTERIM_LENGTH));
}
