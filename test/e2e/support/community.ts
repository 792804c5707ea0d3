import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import type { CallEntry, FaultInput, Member, ServerView } from '../../../src/emulator/index.ts';

/** The emulated community behind a demo, read and changed through its HTTP API. */
export class Community {
  readonly #base: string;
  #members = 0;

  constructor(emulator: string) {
    this.#base = `${emulator}/emulator`;
  }

  /** A new member without points: tests that share a demo do not get in each other's way. */
  async join(): Promise<string> {
    this.#members += 1;
    const id = String(9_000_000_000_000_000n + BigInt(this.#members));
    await this.#ask('POST', `/servers/${HARBOUR_LIGHTS.id}/members`, { id, name: `Visitor ${this.#members}` });
    return id;
  }

  async member(id: string): Promise<Member> {
    const { servers } = await this.#ask<{ servers: ServerView[] }>('GET', '/state');
    const member = servers[0]?.members.find((one) => one.id === id);
    if (!member) throw new Error(`there is no member ${id}`);
    return member;
  }

  /** The calls that the proxy made for a member. */
  async callsFor(id: string): Promise<CallEntry[]> {
    const { calls } = await this.#ask<{ calls: CallEntry[] }>('GET', '/calls');
    return calls.filter(({ form }) => form?.['user_id'] === id);
  }

  /** Has an administrator give a member a role. */
  async give(id: string, roleName: string): Promise<void> {
    const role = HARBOUR_LIGHTS.roles?.find(({ name }) => name === roleName);
    await this.#ask('PATCH', `/servers/${HARBOUR_LIGHTS.id}/members/${id}`, { roles: [role?.id] });
  }

  async fail(...faults: FaultInput[]): Promise<void> {
    await this.#ask('PUT', '/faults', { faults });
  }

  async #ask<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(this.#base + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  }
}
