import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configFor } from '../../../demo/playground/config.ts';
import { FIELDS, isReward, ZONES } from '../../../demo/playground/reward.ts';
import { readSettings } from '../../../demo/playground/settings.ts';
import { facts } from './samples.ts';

const config = (query: string) => configFor(readSettings(query, facts).settings);
const action = (query: string) => Object.values(config(query).actions)[0];

describe('the config that the playground makes', () => {
  it('gives what was set, as often as was set', () => {
    assert.deepEqual([action('')?.points, action('')?.repeats], [10, 'daily']);
    const weekly = action('points=25&repeats=weekly&streak=30, 35');
    assert.deepEqual([weekly?.points, weekly?.repeats, weekly?.everyHours], [[25, 30, 35], 'weekly', undefined]);
    const rolling = action('repeats=rolling');
    assert.deepEqual([rolling?.points, rolling?.repeats, rolling?.everyHours], [10, 'rolling', 12]);
    assert.equal(action('repeats=rolling&hours=48')?.everyHours, 48);
    const role = action('element=role&points=5');
    assert.deepEqual([role?.points, role?.role?.name], [5, 'Meetup Crew']);
    assert.equal(action('element=role')?.points, undefined);
  });

  it('asks for the fields that were chosen, of a sign-up alone', () => {
    const { name, mail, guests, meal } = FIELDS;
    assert.deepEqual(action('element=signup')?.fields, { name, mail });
    assert.deepEqual(action('element=signup&fields=meal,guests')?.fields, { guests, meal });
    assert.equal(action('')?.fields, undefined);
  });

  it('is for the site and the time zone that were set', () => {
    const { origins, timeZone, identity } = config('trust=platform&origin=http://localhost:4321&zone=Asia/Kolkata');
    assert.deepEqual([origins, timeZone], [['http://localhost:4321'], 'Asia/Kolkata']);
    assert.deepEqual(identity?.platform?.pages, ['http://localhost:4321/*']);
    assert.deepEqual([config('').origins, config('').timeZone], [['https://example.org'], 'Europe/London']);
  });

  it('knows every time zone that it offers', () => {
    assert.deepEqual(
      ZONES.filter((zone) => !isReward('zone', zone)),
      [],
    );
  });
});
