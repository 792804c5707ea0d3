import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { OnchainMessage } from '../../contract/index.ts';
import { areSame } from '../events/hmac.ts';
import { addressIn } from './address.ts';
import type { Hex } from './claim.ts';
import { isoTime } from '../../common/iso-time.ts';

/** What a message is for: who wants to claim what, on which of the owner's sites. */
export interface Purpose {
  action: string;
  memberId: string;
  /** The origin of the page. */
  origin: string;
}

/** The content of a message of the proxy's own. `expiresAt` is in epoch milliseconds. */
export interface SignedFor {
  address: Hex;
  chainId: number;
  /** Identifies the message. */
  id: string;
  expiresAt: number;
}

/** Long enough for a transaction to become final while the visitor waits. */
const LIFE_MS = 3_600_000;
const ID_BYTES = 16;
const MAC_BYTES = 32;

/** The lines that every message has, with patterns for their values. */
const LINES = {
  address: /^(0x[0-9a-fA-F]{40})$/m,
  chainId: /^Chain ID: ([1-9][0-9]{0,15})$/m,
  nonce: new RegExp(`^Nonce: ([0-9a-f]{${2 * ID_BYTES}})([0-9a-f]{${2 * MAC_BYTES}})$`, 'm'),
  expires: /^Expiration Time: (\S+)$/m,
};

/**
 * Writes the messages that wallets sign (EIP-4361), and recognizes them later. Nothing is stored: the nonce is a random number, followed by an HMAC
 * of it and of all other text of the message, with a key that only the proxy has. So only messages that it wrote are accepted, and nobody can change
 * one.
 */
export class Messages {
  readonly #key: Uint8Array;
  readonly #now: () => number;

  /** `now` gives epoch milliseconds. */
  constructor({ secret, now }: { secret: string; now: () => number }) {
    this.#key = hmac(sha256, utf8ToBytes(secret), utf8ToBytes('messages for wallets'));
    this.#now = now;
  }

  /** A new message for the address. */
  write(purpose: Purpose, { address, chainId }: { address: Hex; chainId: number }): OnchainMessage {
    const at = this.#now();
    const expiresAt = isoTime(at + LIFE_MS);
    const id = bytesToHex(randomBytes(ID_BYTES));
    const withNonce = (nonce: string): string =>
      [
        ...headOf(purpose, address),
        `Chain ID: ${chainId}`,
        `Nonce: ${nonce}`,
        `Issued At: ${isoTime(at)}`,
        `Expiration Time: ${expiresAt}`,
        `Request ID: ${id}`,
        ...resourcesOf(purpose),
      ].join('\n');
    return { message: withNonce(id + bytesToHex(this.#mac(withNonce(id)))), expiresAt };
  }

  /** The content of the message, if the proxy wrote it for that purpose; else why it is not accepted, for the visitor. */
  read(message: string, purpose: Purpose): SignedFor | { refusal: string } {
    const [nonce, id = '', mac = ''] = LINES.nonce.exec(message) ?? [];
    const unsigned = message.replace(`${nonce}`, `Nonce: ${id}`);
    if (nonce === undefined || !areSame(hexToBytes(mac), this.#mac(unsigned))) return { refusal: NOT_OURS };
    const address = addressIn(LINES.address.exec(message)?.[1] ?? '');
    const chainId = Number(LINES.chainId.exec(message)?.[1]);
    const expiresAt = Date.parse(LINES.expires.exec(message)?.[1] ?? '');
    if (address === null || Number.isNaN(expiresAt) || Number.isNaN(chainId)) return { refusal: NOT_OURS };
    const expected = [...headOf(purpose, address), ...resourcesOf(purpose)];
    const lines = new Set(message.split('\n'));
    if (!expected.every((line) => lines.has(line))) return { refusal: FOR_ANOTHER };
    return expiresAt > this.#now() ? { address, chainId, id, expiresAt } : { refusal: EXPIRED };
  }

  #mac(text: string): Uint8Array {
    return hmac(sha256, this.#key, utf8ToBytes(text));
  }
}

const NOT_OURS = 'What the wallet signed is not the text that this site wrote. Please sign again.';
const FOR_ANOTHER =
  'What the wallet signed is for something else, for another member, or for another site. Please sign again.';
const EXPIRED = 'What the wallet signed has expired. Please sign again.';

function headOf({ action, memberId, origin }: Purpose, address: Hex): string[] {
  return [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    `Claim ${action} as ${IN_STATEMENT.test(memberId) ? `member ${memberId}` : 'the member named below'}. This moves nothing, allows nothing and costs nothing.`,
    '',
    `URI: ${origin}`,
    'Version: 1',
  ];
}

function resourcesOf({ action, memberId }: Purpose): string[] {
  return ['Resources:', `- urn:rewards:action:${escaped(action)}`, `- urn:rewards:member:${escaped(memberId)}`];
}

/** A statement may only contain some of the ASCII characters (EIP-4361). */
const IN_STATEMENT = /^[A-Za-z0-9._~:/@!$&'()*+,;=-]+$/;

function escaped(text: string): string {
  return encodeURIComponent(text);
}
