import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { errorCode } from '../../common/error-code.ts';

/** Interim replies (RFC 9110, section 15.2), which may come unsolicited. 101 changes the protocol, and is not one of them here. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d[ \r]/;
const INTERIM_LENGTH = 'HTTP/1.1 100 '.length;
const HEAD_END = '\r\n\r\n';
const MAX_HEAD_LENGTH = 16_384;
const NOTHING = Buffer.alloc(0);

/** The codes with which undici destroys a connection on which it has read something that is no reply. */
const UNREADABLE = /^(?:UND_ERR_SOCKET|HPE_.*)$/;

/**
 * A connection as undici sees it, which knows whether a call is in flight. Between one call's reply and the next call no data may come: unsolicited
 * data ends the connection before it can be taken for a reply. Interim replies are left out, because undici treats an unsolicited 100 as the end.
 * Writes go straight to the socket: a second buffer would cost time in each call.
 */
export class Line extends Readable {
  readonly #socket: Socket;
  readonly #onUnasked: () => void;
  #state: 'idle' | 'asked' | 'replying' = 'idle';
  /** The beginning of a possible interim reply. */
  #head: Buffer = NOTHING;
  #ended = false;
  #spokeUnasked = false;

  /** `onUnasked` is called for unsolicited data. */
  constructor(socket: Socket, onUnasked: () => void) {
    super();
    this.#socket = socket;
    this.#onUnasked = onUnasked;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('end', () => this.#end(() => this.push(null)));
    socket.on('error', (error) => this.#end(() => this.destroy(error)));
    socket.on('close', () => this.#end(() => this.destroy()));
    // The connection may break before undici listens.
    this.on('error', () => {});
  }

  /** Whether unsolicited data came. */
  get spokeUnasked(): boolean {
    return this.#spokeUnasked;
  }

  /** Call before a call is written. */
  ask(): void {
    this.#state = 'asked';
  }

  /** Call when its whole reply was received. */
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

  /** undici puts back the data after the last reply of a connection. */
  override unshift(rest: Buffer): void {
    if (rest.length > 0) this.#noteUnasked();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const code = errorCode(error) ?? '';
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

  /** The bytes without interim replies; nothing until it is clear that the final reply begins. */
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
