import type { CallEntry } from '../api/call-log.ts';

/** Points were awarded; `total` is what the member has now. `id` counts awards and assignments from 1, together. */
export interface AwardEvent {
  id: number;
  at: string;
  serverId: string;
  memberId: string;
  memberName: string;
  points: number;
  total: number;
  remark: string;
}

/** A role was assigned. `alreadyHeld`: the member had it before, so nothing changed. */
export interface RoleEvent {
  id: number;
  at: string;
  serverId: string;
  memberId: string;
  memberName: string;
  roleId: string;
  roleName: string;
  remark: string;
  alreadyHeld: boolean;
}

/** What a `state` event tells of. A member that is made by an award under `unknownMember: 'create'` is `member-added`, too. */
export type StateChange =
  | 'server-added'
  | 'server-changed'
  | 'server-removed'
  | 'member-added'
  | 'member-changed'
  | 'member-removed'
  | 'role-added'
  | 'role-removed'
  | 'key-created'
  | 'key-revoked'
  | 'faults-changed'
  | 'replaced';

/** Something other than an award or an assignment changed; `serverId` is null if it concerns no single server. */
export interface StateEvent {
  at: string;
  change: StateChange;
  serverId: string | null;
}

/** A member got something. */
export type RewardEvent = { type: 'award'; data: AwardEvent } | { type: 'role'; data: RoleEvent };

/** What happens in the emulator. Times are ISO 8601 in UTC. */
export type EmulatorEvent = RewardEvent | { type: 'state'; data: StateEvent } | { type: 'call'; data: CallEntry };

/** Called for every event, synchronously; must not throw. */
export type Listener = (event: EmulatorEvent) => void;

/** Hands every event to every listener. */
export class Events {
  readonly #listeners = new Set<Listener>();

  emit(event: EmulatorEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Returns how to end the subscription. */
  subscribe(listener: Listener): () => void {
    const own: Listener = (event) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}
