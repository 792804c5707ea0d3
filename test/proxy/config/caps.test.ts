import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

describe('seats, budgets and limits in a config that cannot be used', () => {
  refuses([
    ['half a seat', daily({ capacity: 0.5 }), 'actions.daily.capacity: must be a whole number above 0'],
    ['half a point of budget', daily({ budget: 10.5 }), 'actions.daily.budget: must be a positive whole number'],
    [
      'a budget below what one claim can give',
      daily({ points: [10, 40], budget: 39 }),
      'actions.daily.budget: is less than one claim can give (40), so that could never be made: raise it',
    ],
    [
      'a budget where no points are given',
      daily({ points: undefined, role: { id: '1', name: 'R' }, acceptTypedRole: true, budget: 100 }),
      'actions.daily.budget: works only with points: remove it',
    ],
    [
      'a budget in all below what one claim can give',
      { ...VALID, budget: 39, actions: { a: ACTION, b: { ...ACTION, points: 40 }, c: ACTION } },
      'budget: is less than one claim of b can give (40), so that could never be made: raise it',
    ],
    ['a budget in all that is text', { ...VALID, budget: '100' }, 'budget: must be a positive whole number'],
    [
      'points for a member below what one claim can give',
      { ...VALID, memberPoints: { points: 9, per: 'daily' } },
      'memberPoints.points: is less than one claim of daily can give (10), so that could never be made: raise it',
    ],
    [
      'points for a member in no period',
      { ...VALID, memberPoints: { points: 100, per: 'dayly' } },
      "memberPoints.per: must be one of 'daily', 'weekly', 'monthly'; did you mean 'daily'?",
    ],
    [
      'points for a member as a number alone',
      { ...VALID, memberPoints: 100 },
      'memberPoints: must be an object with keys',
    ],
    [
      'points for a member without what it needs',
      { ...VALID, memberPoints: { point: 5 } },
      'memberPoints.points: is missing: most points that one member gets in a period, over all actions',
      "memberPoints.per: is missing: the period, in the config's time zone",
      "memberPoints: has an unknown key 'point'; did you mean 'points'?",
    ],
  ]);
});

describe('seats, budgets and limits in a config that can be used', () => {
  accepts([
    [
      'caps of all kinds, of just one claim',
      {
        ...VALID,
        budget: 10,
        memberPoints: { points: 10, per: 'monthly' },
        actions: { daily: { ...ACTION, budget: 10, capacity: 1 } },
      },
    ],
    ['a budget for points from a function', daily({ points: () => 50, budget: 10 })],
  ]);
});
