import type * as z from 'zod/mini';
import { Community, type Member, type Role } from './community.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorEvent, RewardEvent, StateChange } from '../control/events.ts';
import { Keys, type KeyView } from './keys.ts';
import { newApiKey, newId, type RandomBytes } from './random.ts';
import { readInput } from '../control/read-input.ts';
import { Rewards } from './rewards.ts';
import { MemberChange, MemberSeed, RoleSeed, ServerChange, ServerSeed } from './seed.ts';

/** A community server as it may be shown. */
export interface ServerView {
  id: string;
  name: string;
  tier: 'highest' | 'lower';
  botAdded: boolean;
  memberIds: 'exact' | 'lenient';
  members: Member[];
  roles: Role[];
  keys: KeyView[];
}

/** What the state needs from outside. `now` is in epoch milliseconds. */
export interface Surroundings {
  now: () => number;
  random: RandomBytes;
  emit: (event: EmulatorEvent) => void;
}

/**
 * The community servers with their members, roles and keys. What it returns are copies. Every method that takes input throws
 * `EmulatorError` if the input is not valid, names something that does not exist, or conflicts with the state.
 */
export class EmulatorState {
  readonly #around: Surroundings;
  readonly #initial: ServerSeed[];
  #communities = new Map<string, Community>();
  #keys = new Keys();
  readonly #rewards = new Rewards();

  constructor(seeds: readonly ServerSeed[], around: Surroundings) {
    this.#around = around;
    this.#replace(seeds);
    this.#initial = this.save().map((server, index) => ({ ...server, apiKey: seeds[index]?.apiKey }));
  }

  servers(): ServerView[] {
    return Array.from(this.#communities.values(), (community) => this.#view(community));
  }

  server(id: string): ServerView {
    return this.#view(this.#community(id));
  }

  addServer(seed: ServerSeed): ServerView {
    const input = readInput(ServerSeed, seed);
    const community = this.#build(input);
    if (this.#communities.has(community.id)) throw serverExists(community.id);
    if (input.apiKey !== undefined) this.#keys.create(community.id, input.apiKey, this.#time());
    this.#communities.set(community.id, community);
    this.#changed('server-added', community.id);
    return this.#view(community);
  }

  changeServer(id: string, change: ServerChange): ServerView {
    const community = this.#community(id);
    community.change(readInput(ServerChange, change));
    this.#changed('server-changed', id);
    return this.#view(community);
  }

  /** Its keys are then unknown, not revoked. */
  removeServer(id: string): void {
    this.#community(id);
    this.#communities.delete(id);
    this.#keys.drop(id);
    this.#changed('server-removed', id);
  }

  addMember(serverId: string, seed: MemberSeed): Member {
    const member = this.#community(serverId).addMember(readInput(MemberSeed, seed));
    this.#changed('member-added', serverId);
    return member;
  }

  changeMember(serverId: string, memberId: string, change: MemberChange): Member {
    const member = this.#community(serverId).changeMember(memberId, readInput(MemberChange, change));
    this.#changed('member-changed', serverId);
    return member;
  }

  removeMember(serverId: string, memberId: string): void {
    this.#community(serverId).removeMember(memberId);
    this.#changed('member-removed', serverId);
  }

  addRole(serverId: string, seed: RoleSeed): Role {
    const role = this.#community(serverId).addRole(readInput(RoleSeed, seed));
    this.#changed('role-added', serverId);
    return role;
  }

  removeRole(serverId: string, roleId: string): void {
    this.#community(serverId).removeRole(roleId);
    this.#changed('role-removed', serverId);
  }

  /** `/api-key create`: the only place that ever returns the whole key. A live key must be revoked first. */
  createKey(serverId: string): KeyView & { key: string } {
    this.#community(serverId);
    const key = newApiKey(this.#around.random);
    const view = this.#keys.create(serverId, key, this.#time());
    this.#changed('key-created', serverId);
    return { key, ...view };
  }

  /** `/api-key revoke`. */
  revokeKey(serverId: string): KeyView {
    this.#community(serverId);
    const view = this.#keys.revoke(serverId);
    this.#changed('key-revoked', serverId);
    return view;
  }

  /** All servers as seeds, from which they can be loaded again. Keys are secrets and are left out. */
  save() {
    return Array.from(this.#communities.values(), (community) => community.seed());
  }

  /** Replaces all servers. Where a seed has no key, the keys of the present server with the same id stay. */
  load(seeds: readonly ServerSeed[]): void {
    this.#replace(seeds, this.#keys);
    this.#changed('replaced', null);
  }

  /** Restores the initial state: keys that were created since are then unknown. */
  reset(): void {
    this.#replace(this.#initial);
    this.#rewards.clear();
    this.#changed('replaced', null);
  }

  /** The server that a key is bound to and whether it was revoked, or null for a key that was never created. */
  keyHolder(key: string): { server: Community; revoked: boolean } | null {
    const holder = this.#keys.holder(key);
    return holder && { server: this.#community(holder.serverId), revoked: holder.revoked };
  }

  /** The text with every API key in it masked. */
  conceal(text: string): string {
    return this.#keys.conceal(text);
  }

  /** The last 500 awards and assignments, oldest first. */
  rewards(): RewardEvent[] {
    return this.#rewards.list();
  }

  award(serverId: string, memberId: string, points: number, remark: string): void {
    const { name, points: total } = this.#community(serverId).award(memberId, points);
    const data = {
      at: this.#time(),
      serverId,
      memberId,
      memberName: name,
      points,
      total,
      remark: this.conceal(remark),
    };
    this.#around.emit(this.#rewards.award(data));
  }

  assign(serverId: string, memberId: string, roleId: string, remark: string): void {
    const community = this.#community(serverId);
    const alreadyHeld = !community.assign(memberId, roleId);
    const names = { memberName: community.member(memberId).name, roleName: community.role(roleId).name };
    const data = { at: this.#time(), serverId, memberId, roleId, ...names, remark: this.conceal(remark), alreadyHeld };
    this.#around.emit(this.#rewards.role(data));
  }

  #replace(seeds: readonly ServerSeed[], keep?: Keys): void {
    const communities = new Map<string, Community>();
    const keys = new Keys();
    for (const seed of seeds) {
      const input = readInput(ServerSeed, seed);
      const community = this.#build(input);
      if (communities.has(community.id)) throw serverExists(community.id);
      communities.set(community.id, community);
      if (input.apiKey !== undefined) keys.create(community.id, input.apiKey, this.#time());
      else if (keep) keys.adopt(keep, community.id);
    }
    this.#communities = communities;
    this.#keys = keys;
  }

  #build(input: z.output<typeof ServerSeed>): Community {
    return new Community(input, () => newId(this.#around.random));
  }

  #community(id: string): Community {
    const community = this.#communities.get(id);
    if (!community) throw new EmulatorError('not-found', `There is no server ${id}; GET /emulator/state lists them.`);
    return community;
  }

  #view(community: Community): ServerView {
    const { id, name, tier, botAdded, memberIds, members, roles } = community.seed();
    return { id, name, tier, botAdded, memberIds, members, roles, keys: this.#keys.of(id) };
  }

  #changed(change: StateChange, serverId: string | null): void {
    this.#around.emit({ type: 'state', data: { at: this.#time(), change, serverId } });
  }

  #time(): string {
    return new Date(this.#around.now()).toISOString();
  }
}

function serverExists(id: string): EmulatorError {
  return new EmulatorError('conflict', `id: the server ${id} exists already; leave the id out to get a new one.`, 'id');
}
