import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActionFacts, DeskView, SumsView } from '../../src/desk/api-types.ts';
import { coloursOf } from '../../src/desk/page/totals.ts';

const desk = (names: readonly string[]): { desk: DeskView } => ({
  desk: {
    who: null,
    canLeave: true,
    now: 0,
    timeZone: 'UTC',
    services: [],
    actions: names.map((name): ActionFacts => ({ name, title: name, capacity: null, budget: null, hasCode: false })),
  },
});

function dayOf(...granted: string[]): SumsView['days'][number] {
  return {
    since: 0,
    until: 86_400_000,
    sums: granted.map((action) => ({ action, state: 'granted', claims: 1, points: 0 })),
  };
}

const colours = (days: SumsView['days'], names: readonly string[], granted: readonly string[]) => {
  const all = coloursOf(days, desk(names));
  return granted.map((name) => all.get(name));
};

describe('the colours of actions at the desk', () => {
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  it('are others for each that was granted, however many actions there are', () => {
    const granted = ['b', 'h', 'gift:by-hand'];
    assert.equal(new Set(colours([dayOf(...granted)], eight, granted)).size, 3);
    assert.equal(new Set(colours([dayOf('a', 'b'), dayOf('g', 'h')], eight, ['a', 'b', 'g', 'h'])).size, 4);
  });

  it('stay with an action as long as no other has its colour', () => {
    assert.deepEqual(colours([dayOf('c')], eight, ['c']), colours([dayOf('a', 'b', 'c', 'd', 'e', 'f')], eight, ['c']));
  });

  it('are others, too, for one that gave points and waits for its role', () => {
    const [day] = [dayOf('a')];
    day.sums.push({ action: 'g', state: 'pending', claims: 1, points: 5 });
    assert.equal(new Set(colours([day], eight, ['a', 'g'])).size, 2);
  });

  it('come again where more were granted than there are', () => {
    const [first, ...others] = colours([dayOf(...eight)], eight, eight);
    assert.equal(first, 0);
    assert.equal(new Set(others).size, 6);
  });
});
