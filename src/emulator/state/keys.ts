import { EmulatorError } from '../emulator-error.ts';

/** A key as it may be shown. `createdAt` is ISO 8601 in UTC. */
export interface KeyView {
  masked: string;
  createdAt: string;
  revoked: boolean;
}

interface KeyRecord extends KeyView {
  key: string;
  serverId: string;
}

/** The key masked but for its last four characters; a short one entirely. */
export function maskKey(key: string): string {
  return key.length < 12 ? '****' : `****${key.slice(-4)}`;
}

/**
 * The API keys of all servers. A server has at most one live key; that is the emulator's own choice, because the service's
 * document shows only that a new key can be generated after revoking.
 */
export class Keys {
  readonly #records = new Map<string, KeyRecord>();

  create(serverId: string, key: string, createdAt: string): KeyView {
    if (this.#live(serverId)) {
      throw new EmulatorError('conflict', `The server ${serverId} has a live API key; revoke it, then create another.`);
    }
    const record = { key, serverId, masked: maskKey(key), createdAt, revoked: false };
    this.#add(record);
    return view(record);
  }

  revoke(serverId: string): KeyView {
    const record = this.#live(serverId);
    if (!record) throw new EmulatorError('not-found', `The server ${serverId} has no live API key; create one first.`);
    record.revoked = true;
    return view(record);
  }

  /** Whose key it is, or null for a key that was never created. */
  holder(key: string): { serverId: string; revoked: boolean } | null {
    return this.#records.get(key) ?? null;
  }

  /** The server's keys, oldest first. */
  of(serverId: string): KeyView[] {
    return this.#of(serverId).map(view);
  }

  /** Forgets the server's keys. */
  drop(serverId: string): void {
    for (const { key } of this.#of(serverId)) this.#records.delete(key);
  }

  /** Takes over the server's keys from another instance. */
  adopt(from: Keys, serverId: string): void {
    for (const record of from.#of(serverId)) this.#add(record);
  }

  /** The text with every key in it masked. */
  conceal(text: string): string {
    let concealed = text;
    for (const { key, masked } of this.#records.values()) concealed = concealed.replaceAll(key, masked);
    return concealed;
  }

  #add(record: KeyRecord): void {
    if (this.#records.has(record.key)) {
      throw new EmulatorError('conflict', 'apiKey: this key is in use or was revoked; choose another.', 'apiKey');
    }
    this.#records.set(record.key, record);
  }

  #of(serverId: string): KeyRecord[] {
    return Array.from(this.#records.values()).filter((record) => record.serverId === serverId);
  }

  #live(serverId: string): KeyRecord | undefined {
    return this.#of(serverId).find(({ revoked }) => !revoked);
  }
}

function view({ masked, createdAt, revoked }: KeyRecord): KeyView {
  return { masked, createdAt, revoked };
}
