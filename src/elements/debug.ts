/**
 * For development alone: registers all elements, with the attribute `debug-state` that shows each in any of its states
 * without a proxy. Nothing of this is in the elements as such: a page in production imports them from elsewhere.
 */
import './debug/debug-states.ts';
import './define.ts';
export { DEBUG_STATES } from './debug/states.ts';
