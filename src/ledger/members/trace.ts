import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, type Hash, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a claim's member id begins with where only a trace of the member is known. Longer than any member id. */
const TRACED = /^trace:([0-9a-f]{64})$/;

/**
 * A hash whose first input is the same for every text. Each text is hashed in a copy of that state, and the copy is reused: making a new
 * one would cost more than hashing.
 */
class PrefixedHash<State extends Hash<State>> {
  readonly #state: State;
  readonly #copy: State;

  constructor(state: State) {
    this.#state = state;
    this.#copy = state.clone();
  }

  with(text: string): Uint8Array {
    // oxlint-disable-next-line no-underscore-dangle -- public, whatever its name says: it is how the library copies into a hash that is there
    return this.#state._cloneInto(this.#copy).update(utf8ToBytes(text)).digest();
  }
}

/** The hash states that are the same for every text under one key. */
class KeyedHash {
  readonly #mac;
  readonly #pad;

  constructor(key: string) {
    this.#mac = new PrefixedHash(hmac.create(sha256, utf8ToBytes(key)));
    this.#pad = new PrefixedHash(sha256.create().update(utf8ToBytes(key.padEnd(sha256.blockLen))));
  }

  /** HMAC-SHA256 of the text. */
  hash(text: string): Uint8Array {
    return this.#mac.with(text);
  }

  /** Bytes that nobody without the key could tell from random ones, others for each text. */
  pad(text: string): Uint8Array {
    return this.#pad.with(text);
  }
}

const keys = new Map<string, KeyedHash>();

function keyed(key: string): KeyedHash {
  let known = keys.get(key);
  if (!known) {
    known = new KeyedHash(key);
    keys.set(key, known);
  }
  return known;
}

/** HMAC-SHA256 of the text, in hexadecimal. */
export function keyedHash(text: string, key: string): string {
  return bytesToHex(keyed(key).hash(text));
}

/**
 * What a log may say of a claim's member: if the ledger loses the claim, it can tell from this who the member was, and nobody else can tell
 * anything. It is the member's keyed hash, XORed with a pad that only the ledger's key makes from the claim's id. So not even two claims of
 * one member look alike.
 */
export function traceOf(memberId: string, claimId: string, key: string): string {
  const known = keyed(key);
  return bytesToHex(xor(known.hash(memberId), known.pad(claimId)));
}

/** The member id of a claim of which only a trace is known. */
export function tracedMember(trace: string): string {
  return `trace:${trace}`;
}

/** Whether a claim has a trace of its member in the place of the id. */
export function isTrace(memberId: string): boolean {
  return TRACED.test(memberId);
}

/** The keyed hash of the member, in hexadecimal; null where the id is no trace. */
export function openTrace(memberId: string, claimId: string, key: string): string | null {
  const [, trace] = TRACED.exec(memberId) ?? [];
  return trace === undefined ? null : bytesToHex(xor(hexToBytes(trace), keyed(key).pad(claimId)));
}

function xor(bytes: Uint8Array, pad: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (pad[at] ?? 0);
  return bytes;
}
