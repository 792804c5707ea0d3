import assert from 'node:assert/strict';
import { repeats } from '../support/thorough.ts';
import { holdsInEachOrder } from './each-order.ts';
import { LONGEST, SCENES } from './scenes.ts';

repeats(['explore/explore'], () => {
  holdsInEachOrder(`no order of events breaks an invariant with ${LONGEST}`, LONGEST, SCENES[LONGEST] ?? assert.fail());
});
