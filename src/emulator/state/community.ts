import type * as z from 'zod/mini';
import { EmulatorError } from '../emulator-error.ts';
import { numberIn } from './lenient-id.ts';
import type { MemberChange, MemberSeed, RoleSeed, ServerChange, ServerSeed } from './seed.ts';

/** A role. `color` is `#rrggbb`. */
export interface Role {
  id: string;
  name: string;
  color: string;
}

/** A member; `roles` are ids of the server's roles. */
export interface Member {
  id: string;
  name: string;
  points: number;
  roles: string[];
}

/** One community server. Callers get copies, so that they cannot change it. */
export class Community {
  readonly id: string;
  readonly #newId: () => string;
  readonly #roles = new Map<string, Role>();
  readonly #members = new Map<string, Member>();
  #name: string;
  #tier: 'highest' | 'lower';
  #botAdded: boolean;
  #memberIds: 'exact' | 'lenient';

  /** Throws `EmulatorError` if an id occurs twice, or a member has a role that does not exist. */
  constructor(seed: z.output<typeof ServerSeed>, newId: () => string) {
    this.id = seed.id ?? newId();
    this.#newId = newId;
    this.#name = seed.name;
    this.#tier = seed.tier;
    this.#botAdded = seed.botAdded;
    this.#memberIds = seed.memberIds;
    for (const role of seed.roles) this.addRole(role);
    for (const member of seed.members) this.addMember(member);
  }

  get tier(): 'highest' | 'lower' {
    return this.#tier;
  }

  get botAdded(): boolean {
    return this.#botAdded;
  }

  /** The community as a seed that would make the same one again, without its key. */
  seed() {
    return {
      id: this.id,
      name: this.#name,
      tier: this.#tier,
      botAdded: this.#botAdded,
      memberIds: this.#memberIds,
      roles: Array.from(this.#roles.values(), (role) => ({ ...role })),
      members: Array.from(this.#members.values(), copyMember),
    };
  }

  change(change: ServerChange): void {
    this.#name = change.name ?? this.#name;
    this.#tier = change.tier ?? this.#tier;
    this.#botAdded = change.botAdded ?? this.#botAdded;
    this.#memberIds = change.memberIds ?? this.#memberIds;
  }

  hasMember(id: string): boolean {
    return this.#members.has(id);
  }

  /** The id of the member that a call's `user_id` stands for, as the server compares ids; undefined if there is none. */
  findMemberId(text: string): string | undefined {
    if (this.#members.has(text)) return text;
    const number = this.#memberIds === 'lenient' ? numberIn(text) : null;
    return number === null ? undefined : [...this.#members.keys()].find((id) => numberIn(id) === number);
  }

  hasRole(id: string): boolean {
    return this.#roles.has(id);
  }

  member(id: string): Member {
    return copyMember(this.#member(id));
  }

  role(id: string): Role {
    const role = this.#roles.get(id);
    if (!role) throw new EmulatorError('not-found', `The server ${this.id} has no role ${id}.`);
    return { ...role };
  }

  addRole(seed: z.output<typeof RoleSeed>): Role {
    const role = { ...seed, id: seed.id ?? this.#newId() };
    if (this.#roles.has(role.id)) {
      throw new EmulatorError(
        'conflict',
        `id: the role ${role.id} exists already; leave the id out to get a new one.`,
        'id',
      );
    }
    this.#roles.set(role.id, role);
    return { ...role };
  }

  /** Takes the role from every member, too. */
  removeRole(id: string): void {
    this.role(id);
    this.#roles.delete(id);
    for (const member of this.#members.values()) member.roles = member.roles.filter((held) => held !== id);
  }

  addMember(seed: z.output<typeof MemberSeed>): Member {
    const member = { ...seed, id: seed.id ?? this.#newId(), roles: this.#knownRoles(seed.roles) };
    if (this.#members.has(member.id)) {
      throw new EmulatorError(
        'conflict',
        `id: the member ${member.id} exists already; leave the id out to get a new one.`,
        'id',
      );
    }
    this.#members.set(member.id, member);
    return copyMember(member);
  }

  changeMember(id: string, change: MemberChange): Member {
    const member = this.#member(id);
    if (change.roles) member.roles = this.#knownRoles(change.roles);
    member.name = change.name ?? member.name;
    member.points = change.points ?? member.points;
    return copyMember(member);
  }

  removeMember(id: string): void {
    this.#member(id);
    this.#members.delete(id);
  }

  award(memberId: string, points: number): Member {
    const member = this.#member(memberId);
    member.points += points;
    return copyMember(member);
  }

  /** False if the member had the role already. */
  assign(memberId: string, roleId: string): boolean {
    const member = this.#member(memberId);
    if (member.roles.includes(roleId)) return false;
    member.roles = this.#knownRoles([...member.roles, roleId]);
    return true;
  }

  #member(id: string): Member {
    const member = this.#members.get(id);
    if (!member) throw new EmulatorError('not-found', `The server ${this.id} has no member ${id}.`);
    return member;
  }

  #knownRoles(ids: readonly string[]): string[] {
    const unknown = ids.find((id) => !this.#roles.has(id));
    if (unknown !== undefined) {
      throw new EmulatorError(
        'invalid',
        `roles: the server ${this.id} has no role ${unknown}; add the role first.`,
        'roles',
      );
    }
    return [...new Set(ids)];
  }
}

function copyMember(member: Member): Member {
  return { ...member, roles: [...member.roles] };
}
