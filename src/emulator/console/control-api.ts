import type {
  CallEntry,
  Fault,
  FaultInput,
  KeyView,
  Links,
  MemberChange,
  RewardEvent,
  ServerChange,
  ServerView,
} from '../index.ts';

/** Servers, faults and links, as `GET /emulator/state` gives them. */
export interface Overview {
  servers: ServerView[];
  faults: Fault[];
  links: Links;
}

/**
 * The emulator's control API (`src/emulator/control/control-api.ts`), on this page's own address unless the emulator's is given, without a slash at
 * its end. Errors say what the emulator said.
 */
export class ControlApi {
  readonly #emulator: string;

  constructor(emulator = '') {
    this.#emulator = emulator;
  }

  state(): Promise<Overview> {
    return this.#send('GET', '/state');
  }

  async calls(): Promise<CallEntry[]> {
    const { calls } = await this.#send<{ calls: CallEntry[] }>('GET', '/calls');
    return calls;
  }

  /** What members got before. */
  async rewards(): Promise<RewardEvent[]> {
    const { rewards } = await this.#send<{ rewards: RewardEvent[] }>('GET', '/rewards');
    return rewards;
  }

  /** Has the emulator answer a call once more. Resolves with the new one. */
  replay(call: number): Promise<CallEntry> {
    return this.#send('POST', `/calls/${call}/replay`);
  }

  events(): EventSource {
    return new EventSource(`${this.#emulator}/emulator/events`);
  }

  setFaults(faults: readonly FaultInput[]): Promise<unknown> {
    return this.#send('PUT', '/faults', { faults });
  }

  createKey(server: string): Promise<KeyView & { key: string }> {
    return this.#send('POST', `${pathOf(server)}/key`);
  }

  revokeKey(server: string): Promise<unknown> {
    return this.#send('DELETE', `${pathOf(server)}/key`);
  }

  addServer(name: string): Promise<ServerView> {
    return this.#send('POST', '/servers', { name });
  }

  changeServer(server: string, change: ServerChange): Promise<unknown> {
    return this.#send('PATCH', pathOf(server), change);
  }

  removeServer(server: string): Promise<unknown> {
    return this.#send('DELETE', pathOf(server));
  }

  addMember(server: string, name: string): Promise<unknown> {
    return this.#send('POST', `${pathOf(server)}/members`, { name });
  }

  changeMember(server: string, member: string, change: MemberChange): Promise<unknown> {
    return this.#send('PATCH', `${pathOf(server)}/members/${encodeURIComponent(member)}`, change);
  }

  removeMember(server: string, member: string): Promise<unknown> {
    return this.#send('DELETE', `${pathOf(server)}/members/${encodeURIComponent(member)}`);
  }

  addRole(server: string, role: { name: string; color: string }): Promise<unknown> {
    return this.#send('POST', `${pathOf(server)}/roles`, role);
  }

  removeRole(server: string, role: string): Promise<unknown> {
    return this.#send('DELETE', `${pathOf(server)}/roles/${encodeURIComponent(role)}`);
  }

  snapshot(): Promise<unknown> {
    return this.#send('GET', '/snapshot');
  }

  load(snapshot: unknown): Promise<unknown> {
    return this.#send('PUT', '/snapshot', snapshot);
  }

  reset(): Promise<unknown> {
    return this.#send('POST', '/reset');
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#emulator}/emulator${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const reply = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new Error(String(reply?.detail ?? `The emulator answered ${response.status}.`));
    return reply;
  }
}

function pathOf(server: string): string {
  return `/servers/${encodeURIComponent(server)}`;
}
