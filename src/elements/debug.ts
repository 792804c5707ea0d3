/**
 * Only for development: registers all elements with the attribute `debug-state`, which shows each in any of its states without a proxy. None of this
 * is in the elements for production: pages import those from elsewhere.
 */
import './debug/debug-states.ts';
import './define.ts';
export { DEBUG_STATES } from './debug/states.ts';
