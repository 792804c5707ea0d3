import { all, first, number, type Operation } from '../operation.ts';
import { namesWith, pseudonymOf, SALT } from './pseudonym.ts';

/** See `Ledger.endSessions`. */
export function* endSessions(memberId: string, { at, expiresAt }: { at: number; expiresAt: number }): Operation<void> {
  yield* all(
    `INSERT INTO ended_sessions (member, at, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (member) DO UPDATE SET at = excluded.at, expires_at = excluded.expires_at WHERE ended_sessions.at < excluded.at`,
    yield* pseudonymOf(memberId),
    at,
    expiresAt,
  );
}

/** See `Ledger.endSession`. */
export function* endSession(id: string, expiresAt: number): Operation<void> {
  yield* all('INSERT INTO over_sessions (id, expires_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING', id, expiresAt);
}

/** See `Ledger.isSessionOver`. */
export function* isSessionOver(session: { id: string; memberId: string; beganAt: number }): Operation<boolean> {
  const { id, memberId, beganAt } = session;
  if (yield* first('SELECT id FROM over_sessions WHERE id = ?', id)) return true;
  const endedAt = yield* sessionsEndedAt(memberId);
  return endedAt !== null && beganAt <= endedAt;
}

/** See `Ledger.sessionsEndedAt`. */
export function* sessionsEndedAt(memberId: string): Operation<number | null> {
  // Mostly no sessions were ended at all: then one query is enough.
  const row = yield* first(`SELECT ${SALT} AS salt WHERE EXISTS (SELECT 1 FROM ended_sessions)`);
  const [, pseudonym] = namesWith(memberId, row?.['salt']);
  if (pseudonym === undefined) return null;
  const ended = yield* first('SELECT at FROM ended_sessions WHERE member = ?', pseudonym);
  return ended ? number(ended, 'at') : null;
}

/** Deletes what is recorded of ended sessions once all of them have expired. */
export function* deleteExpiredSessions(now: number): Operation<void> {
  yield* all('DELETE FROM ended_sessions WHERE expires_at < ?', now);
  yield* all('DELETE FROM over_sessions WHERE expires_at < ?', now);
}
