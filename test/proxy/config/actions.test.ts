import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

const POSITIVE =
  'must be a positive whole number, a list of them (for the first, second, third … claim in a row), or a function of the streak';

describe('an action in a config that cannot be used', () => {
  refuses([
    [
      'unknown keys of an action, a line each',
      daily({ pionts: 3, Remark: 'x', colour: 'red' }),
      "actions.daily: has an unknown key 'pionts'; did you mean 'points'?",
      "actions.daily: has an unknown key 'Remark'; did you mean 'remark'?",
      "actions.daily: has an unknown key 'colour'; known are title, description, repeats, everyHours, timeZone, points, role, remark, remarkReference, capacity, budget, minimumGapHours, service, identity, acceptTypedRole, challenge, fields, opens, closes, verify, verifySeconds, by",
    ],
    [
      'a key that belongs elsewhere, with where',
      { ...VALID, remarkReference: true, actions: { daily: { ...ACTION, origins: [] } } },
      "actions.daily: has a key 'origins' that belongs in the config itself, beside actions: move it there",
      "config: has a key 'remarkReference' that belongs in an action: move it there",
    ],
    [
      'an offset as a time zone',
      daily({ timeZone: '+02:00' }),
      "actions.daily.timeZone: must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'",
    ],
    [
      'an action whose name is no name',
      { ...VALID, actions: { 'Daily!': ACTION } },
      'actions.Daily!: is not a valid name for an action: small letters, digits and -, at most 64, such as daily-check-in',
    ],
    [
      'an action without what it needs',
      { ...VALID, actions: { daily: {} } },
      "actions.daily.title: is missing: what visitors read above the button, such as 'Daily check-in'",
      'actions.daily.repeats: is missing: how often a member can claim it: once, daily, weekly, monthly, rolling or each-event',
      'actions.daily.remark: is missing: the reason that visitors read; the service records it (if there are several languages, the first)',
      'actions.daily: gives nothing: add points, a role, or both',
    ],
    ['an empty title', daily({ title: '' }), 'actions.daily.title: must not be empty'],
    [
      'an empty title in one language',
      daily({ title: { en: 'Daily', ar: '' } }),
      'actions.daily.title.ar: must not be empty',
    ],
    ['a title in no language', daily({ title: {} }), 'actions.daily.title: must have a text in at least one language'],
    [
      'a title in what is no language',
      daily({ title: { english: 'Daily', 'en_GB!': 'Daily' } }),
      'actions.daily.title.en_GB!: is not a language tag, such as en or zh-Hant',
    ],
    [
      'a title that is no text',
      daily({ title: 5 }),
      "actions.daily.title: must be text, or one text by language, such as { en: 'Daily check-in', ar: 'تسجيل الحضور' }",
    ],
    [
      'a misspelt period',
      daily({ repeats: 'dayly' }),
      "actions.daily.repeats: must be one of 'once', 'daily', 'weekly', 'monthly', 'rolling', 'each-event'; did you mean 'daily'?",
    ],
    ['no points', daily({ points: 0 }), 'actions.daily.points: must be a positive whole number'],
    ['points in text', daily({ points: '10' }), `actions.daily.points: ${POSITIVE}`],
    ['an empty list of points', daily({ points: [] }), 'actions.daily.points: must have at least one entry'],
    [
      'points by streak where there is none',
      daily({ repeats: 'once', points: [1, 2] }),
      "actions.daily.points: must be one number, because repeats: 'once' has no streak",
    ],
    [
      'a role id that is a number',
      daily({ role: { id: 123, name: 'R' }, acceptTypedRole: true }),
      "actions.daily.role.id: must be text in quotes, because ids are too large for numbers; copy it in the platform's client",
    ],
    [
      'rolling without hours',
      daily({ repeats: 'rolling' }),
      "actions.daily.everyHours: is missing: with repeats: 'rolling', the hours between two claims",
    ],
    [
      'hours without rolling',
      daily({ everyHours: 20 }),
      "actions.daily.everyHours: works only with repeats: 'rolling': remove it, or set that",
    ],
    [
      'a time without an offset',
      daily({ opens: '2026-06-01T18:00:00' }),
      "actions.daily.opens: must be a date and time with its offset, such as '2026-06-01T18:00:00+01:00' or '2026-06-01T17:00:00Z'",
    ],
    [
      'an end before the beginning',
      daily({ opens: '2026-06-02T00:00:00Z', closes: '2026-06-02T01:00:00+02:00' }),
      'actions.daily.closes: must be later than opens',
    ],
    ['no gap', daily({ minimumGapHours: 0 }), 'actions.daily.minimumGapHours: must be above 0'],
  ]);
});

describe('an action in a config that can be used', () => {
  accepts([['a name that objects have', { ...VALID, actions: { constructor: ACTION } }]]);
});
