import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { areSame } from '../events/hmac.ts';

/** The content of a ticket of the proxy's own: its id, and when it was issued, in epoch milliseconds. */
export interface Ticket {
  id: string;
  openedAt: number;
}

const ID_BYTES = 16;
const FORM = /^([0-9a-f]{32})\.([1-9][0-9]{0,15})\.([0-9a-f]{64})$/;

/**
 * Issues tickets, which say since when a page has been open, and recognizes them later. Nothing is stored: a ticket is a random id and the time,
 * followed by an HMAC of both and of the action, with a key that only the proxy has. It names no member, because a visitor may sign in after the page
 * was opened.
 */
export class Tickets {
  readonly #key: Uint8Array;
  readonly #now: () => number;

  /** `now` gives epoch milliseconds. */
  constructor({ secret, now }: { secret: string; now: () => number }) {
    this.#key = hmac(sha256, utf8ToBytes(secret), utf8ToBytes('tickets for pages'));
    this.#now = now;
  }

  /** A new ticket for the action. */
  issue(action: string): string {
    const id = bytesToHex(randomBytes(ID_BYTES));
    const openedAt = this.#now();
    return `${id}.${openedAt}.${bytesToHex(this.#mac(action, id, openedAt))}`;
  }

  /** The content of the ticket, if the proxy issued it for the action; else null. */
  read(ticket: string, action: string): Ticket | null {
    const [, id, time, mac] = FORM.exec(ticket) ?? [];
    if (id === undefined || mac === undefined) return null;
    const openedAt = Number(time);
    return areSame(hexToBytes(mac), this.#mac(action, id, openedAt)) ? { id, openedAt } : null;
  }

  #mac(action: string, id: string, openedAt: number): Uint8Array {
    return hmac(sha256, this.#key, utf8ToBytes(JSON.stringify([action, id, openedAt])));
  }
}
