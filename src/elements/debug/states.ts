import type { WidgetState } from '../client/types.ts';

/** The possible values of `debug-state`, in about the order in which a visitor meets them. */
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
