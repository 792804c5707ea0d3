import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUGS } from './bugs.ts';
import { explore } from './explore.ts';
import { SCENES, SHORT } from './scenes.ts';
import { type Scene, World } from './world.ts';

const [TWO, SEAT] = [
  SCENES[SHORT] ?? assert.fail(),
  SCENES['two members for one seat, where a proxy dies'] ?? assert.fail(),
];
const [HERE = assert.fail(), THERE = assert.fail(), OTHER = assert.fail()] = SEAT.presses;
const NOTHING = { crashes: 0, waits: 0, decisions: 0 };

/**
 * All that there is in small scenes, counted. The numbers follow from what a claim asks of the ledger and of the service, one step after
 * the other, and are others once it asks for more or less. Where that is as it was, the explorer has become blind to something if there are
 * fewer states or ends, and tells apart what comes to the same if there are more.
 */
const FIGURES: Readonly<Record<string, { scene: Scene; figures: object }>> = {
  'a press, with all that can happen': {
    scene: { ...TWO, presses: [HERE] },
    figures: { schedules: 53, steps: 279, states: 50, ends: 15 },
  },
  'a press, and once more at the same proxy, which may die': {
    scene: { ...TWO, presses: [HERE, { ...HERE, after: 0 }], outcomes: ['granted', 'lost, and done'], waits: 0 },
    figures: { schedules: 54, steps: 355, states: 72, ends: 15 },
  },
  'two members for one seat, at one proxy': {
    scene: { ...SEAT, ...NOTHING, presses: [THERE, OTHER] },
    figures: { schedules: 27, steps: 168, states: 75, ends: 15 },
  },
  'two members at one proxy, which may take too long': {
    scene: { ...TWO, ...NOTHING, presses: [THERE, OTHER], outcomes: ['lost, and not done'], waits: 1 },
    figures: { schedules: 141, steps: 1084, states: 270, ends: 15 },
  },
  'one member at two proxies, which may take too long': {
    scene: { ...TWO, ...NOTHING, outcomes: ['granted'], waits: 1 },
    figures: { schedules: 194, steps: 1508, states: 338, ends: 25 },
  },
};

describe('the explorer comes to all that there is, though it leaves out orders, with', () => {
  for (const [title, { scene, figures }] of Object.entries(FIGURES)) {
    it(title, async () => {
      const { schedules, steps, states, ends, failure } = await explore(() => World.begin(scene));
      assert.deepEqual({ schedules, steps, states, ends, failure }, { ...figures, failure: null });
      const whole = await explore(() => World.begin(scene), { whole: true });
      assert.deepEqual([whole.states, whole.ends], [states, ends]);
    });
  }
});

describe('the explorer tells', () => {
  /** What a mistake breaks where there is one press and nothing else happens than is said. */
  const brokenIn = async (bug: string, scene: Partial<Scene>) => {
    const found = await explore(() => World.begin({ ...TWO, ...NOTHING, presses: [HERE], ...scene }, BUGS[bug]));
    return found.failure?.broken;
  };

  it('a call that was carried out twice', async () => {
    assert.deepEqual(await brokenIn('an unknown outcome is tried again', { outcomes: ['granted', 'lost, and done'] }), [
      'noor once points was executed 2 times',
    ]);
  });

  it('what was done, though nobody heard of it', async () => {
    assert.deepEqual(await brokenIn('an unknown outcome is freed', { outcomes: ['lost, and done'] }), [
      'noor once points was executed, but is released',
    ]);
  });

  it('what was shown, and is not on record once a proxy died', async () => {
    assert.deepEqual(
      await brokenIn('an answer is given before it is on record', { outcomes: ['granted'], crashes: 1 }),
      ['noor was shown once as granted, but claim-0.1 is pending'],
    );
  });
});
