import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isThorough } from '../support/thorough.ts';
import { holdsInEachOrder, openScenes } from './each-order.ts';
import { LONGEST, SCENES } from './scenes.ts';

const NAME = `no order of events breaks an invariant with ${LONGEST}`;

// In a file of its own, since it takes as long as all other scenes together.
if (isThorough) {
  const scene = SCENES[LONGEST] ?? assert.fail();
  holdsInEachOrder({ title: NAME, name: LONGEST, scene }, openScenes());
} else it(NAME, { skip: 'it takes minutes: `npm run test:all` has them, and explore/explore holds the shorter ones' });
