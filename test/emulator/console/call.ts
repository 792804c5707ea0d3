import type { CallEntry } from '../../../src/emulator/index.ts';

/** A call that was executed, as the console hears of it. */
export function callOf(differing: Partial<CallEntry>): CallEntry {
  return {
    id: 1,
    at: '2026-11-26T12:00:00.000Z',
    method: 'POST',
    path: '/points/award',
    key: null,
    serverId: null,
    headers: {},
    form: null,
    fault: null,
    executed: true,
    replayOf: null,
    status: 200,
    replyHeaders: null,
    body: null,
    durationMs: 1,
    ...differing,
  };
}
