/* The check-in that the front page shows: the real element, in a state that needs no proxy. */
import '../../../src/elements/debug/debug-states.ts';
import '../../../src/elements/checkin/checkin.define.ts';
