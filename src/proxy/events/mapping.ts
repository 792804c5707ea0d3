import type { Action } from '../actions/action.ts';
import type { MemberIds } from '../identity/index.ts';
import type { SourceSettings } from './config.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { readPath, valueAt } from './path.ts';

/** The meaning of an event by the config: a claim of an action for a member; or why it is ignored, or cannot make a claim. */
export type Mapped =
  | { action: Action; memberId: string }
  | { ignored: 'type' | 'when' | 'action' | 'member' }
  | { action: Action; error: string };

export interface MappingContext {
  actions: ReadonlyMap<string, Action>;
  ids: MemberIds;
}

/** Maps the event by the config. Rejects if a function of the config does, or returns an action that events may not claim. */
export async function mapEvent(
  event: IncomingEvent,
  source: SourceSettings,
  { actions, ids }: MappingContext,
): Promise<Mapped> {
  const { types, when, member } = source;
  if (types !== undefined && (event.type === null || ![types].flat().includes(event.type))) return { ignored: 'type' };
  if (!(await holds(event, when))) return { ignored: 'when' };
  const name = typeof source.action === 'string' ? source.action : await source.action(event);
  if (name === null || name === undefined) return { ignored: 'action' };
  const action = actions.get(name);
  if (!action || action.by === 'visitors') {
    throw new TypeError(`events.${event.source}.action gave no name of an action with by: 'events' or 'both'`);
  }
  const given = typeof member === 'string' ? valueOf(event, member) : await member(event);
  if (given === null || given === undefined || given === '') return { ignored: 'member' };
  const read = ids.read(given);
  return 'id' in read ? { action, memberId: read.id } : { action, error: read.error };
}

async function holds(event: IncomingEvent, when: SourceSettings['when']): Promise<boolean> {
  if (typeof when === 'function') return when(event);
  return Object.entries(when ?? {}).every(([path, wanted]) =>
    [wanted].flat().some((value) => value === valueOf(event, path)),
  );
}

/** The value at a path of the config in the event. */
export function valueOf({ body }: Pick<IncomingEvent, 'body'>, path: string): unknown {
  return valueAt(body, readPath(path) ?? []);
}
