import type { WidgetState } from '../client/types.ts';

/** What `debug-state` can be, in about the order in which a visitor comes across it. */
export const DEBUG_STATES: readonly WidgetState[] = [
  'loading',
  'ready',
  'invalid',
  'submitting',
  'granted',
  'pending',
  'claimed',
  'upcoming',
  'closed',
  'full',
  'refused',
  'throttled',
  'offline',
  'failed',
];
