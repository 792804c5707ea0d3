import * as z from 'zod/mini';
import { AwardForm, type AwardEcho, type RoleEcho, RoleForm } from '../../service/wire.ts';
import type { Assumptions } from './assumptions.ts';
import type { FailureName } from './failures.ts';
import type { Community } from '../state/community.ts';
import type { Endpoint } from './faults.ts';
import { Id } from '../state/seed.ts';
import type { EmulatorState } from '../state/state.ts';

/** The service's decision on a call. `detail` completes the failure's text; `execute` carries the operation out. */
export type Verdict =
  | { kind: 'granted'; echo: AwardEcho | RoleEcho; execute: () => void }
  | { kind: 'failed'; failure: FailureName; detail?: string };

const failed = (failure: FailureName, detail?: string): Verdict =>
  detail === undefined ? { kind: 'failed', failure } : { kind: 'failed', failure, detail };

/** A call as far as the verdict depends on it. */
export interface Call {
  endpoint: Endpoint;
  key: string | null;
  form: URLSearchParams;
}

/** Decides a call as the service would, without changing anything (service API, sections 4 and 5). */
export function decide({ endpoint, key, form }: Call, state: EmulatorState, assumptions: Assumptions): Verdict {
  if (!key) return failed('missing-key');
  const holder = state.keyHolder(key);
  if (!holder) return failed('invalid-key');
  if (holder.revoked) return failed('revoked-key');
  if (!holder.server.botAdded) return failed('bot-not-added');
  if (holder.server.tier !== 'highest') return failed('tier-too-low');

  const wanted = Object.keys(endpoint === 'award' ? AwardForm.shape : RoleForm.shape);
  const missing = wanted.filter((name) => !form.get(name));
  if (missing.length > 0) return failed('missing-parameter', missing.join(', '));
  const values = Object.fromEntries(wanted.map((name) => [name, form.get(name)]));
  const decideOperation = endpoint === 'award' ? decideAward : decideAssignment;
  return decideOperation(values, holder.server, state, assumptions);
}

function decideAward(values: unknown, server: Community, state: EmulatorState, assumptions: Assumptions): Verdict {
  const { minimumPoints, maximumPoints } = assumptions;
  const form = z.safeParse(AwardForm, values);
  const points = form.success ? Number(form.data.points) : Number.NaN;
  if (!form.success || !(points >= minimumPoints && points <= maximumPoints)) {
    return failed('bad-points', `it must be an integer from ${minimumPoints} to ${maximumPoints}`);
  }
  const { user_id, remark } = form.data;
  const memberId = resolveMemberId(server, user_id, assumptions);
  if (memberId === undefined) return failed('unknown-member');
  const execute = () => {
    addIfNew(state, server, memberId);
    state.award(server.id, memberId, points, remark);
  };
  return { kind: 'granted', echo: { user_id, points, remark }, execute };
}

function decideAssignment(values: unknown, server: Community, state: EmulatorState, assumptions: Assumptions): Verdict {
  const { user_id, role_id, remark } = z.parse(RoleForm, values);
  const memberId = resolveMemberId(server, user_id, assumptions);
  if (memberId === undefined) return failed('unknown-member');
  if (!server.hasRole(role_id)) return failed('unknown-role');
  const execute = () => {
    addIfNew(state, server, memberId);
    state.assign(server.id, memberId, role_id, remark);
  };
  return { kind: 'granted', echo: { user_id, role_id, remark }, execute };
}

/**
 * The id of the member that the text stands for, who may be new; undefined if the server has none and takes no new ones. The echo has the
 * text as it was sent.
 */
function resolveMemberId(server: Community, text: string, assumptions: Assumptions): string | undefined {
  const isNew = assumptions.unknownMember === 'create' && z.safeParse(Id, text).success;
  return server.findMemberId(text) ?? (isNew ? text : undefined);
}

function addIfNew(state: EmulatorState, server: Community, memberId: string): void {
  if (!server.hasMember(memberId)) state.addMember(server.id, { id: memberId, name: `Member ${memberId.slice(-4)}` });
}
