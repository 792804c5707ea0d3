import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings, withElement, withReward, writeSettings } from '../../../demo/playground/settings.ts';
import { facts, SAMPLES } from './samples.ts';

const read = (query: string) => readSettings(query, facts);

describe('the settings in an address', () => {
  it('come back as they were written', () => {
    for (const settings of SAMPLES) {
      assert.deepEqual(read(writeSettings(settings)), { settings, ignored: [] });
    }
  });

  it('are none where nothing differs from the defaults', () => {
    assert.equal(writeSettings(read('').settings), '');
    assert.equal(writeSettings(read('?element=checkin&state=live&theme=&trust=typed').settings), '');
  });

  it('are left alone, and named, where they mean nothing', () => {
    const bad = [
      'element=clock',
      'state=sleeping',
      'theme=neon',
      'trust=blind',
      'scheme=sepia',
      'lang=tlh',
      'colour=red',
      'points=0',
      'points=1.5',
      'streak=20,x',
      'fields=name',
      'repeats=hourly',
      'hours=6',
      'fields=name,shoe-size',
      'origin=https://example.org/page',
      'origin=http://example.org',
      'zone=Mars/Olympus',
      'endpoint=javascript:alert(1)',
      'endpoint=https://x.example/rewards?key=1',
      'action=Not A Name',
      'compact=yes',
      'required=',
      'identity=signed',
      `member-id=${'9'.repeat(301)}`,
      '--rewards-accent=red;}body{display:none',
      '--rewards-radius=9999em',
      '--rewards-font=url(x){}',
      '--rewards-unheard-of=1em',
    ];
    for (const query of bad) {
      const { settings, ignored } = read(query);
      assert.deepEqual(ignored, [query.replaceAll('+', ' ')], query);
      assert.deepEqual(settings, read('').settings, query);
    }
  });

  it('lose what another element has not got', () => {
    const { settings } = read('compact=&lang=de&trust=signed&--rewards-good=%23008800&--rewards-accent=%23880000');
    const member = withElement(settings, 'rewards-member', facts);
    assert.deepEqual(member.attributes, { lang: 'de' });
    assert.equal(member.trust, 'typed');
    assert.deepEqual(read('element=member&trust=signed').ignored, ['trust=signed']);
    assert.deepEqual(member.properties, { '--rewards-accent': '#880000' });
  });

  it('lose what the reward of another element, or another period, has not got', () => {
    const { settings } = read('element=signup&points=7&repeats=daily&streak=8,9&fields=name,phone');
    const role = withElement(settings, 'rewards-role', facts);
    assert.deepEqual(role.reward, { points: '7', repeats: 'daily', streak: '8,9' });
    assert.deepEqual(withReward(role, 'points', '').reward, { repeats: 'daily' });
    assert.deepEqual(withReward(role, 'repeats', '').reward, { points: '7' });
    const rolling = withReward(withReward(role, 'repeats', 'rolling'), 'hours', '48');
    assert.deepEqual(rolling.reward, { points: '7', repeats: 'rolling', hours: '48' });
    assert.deepEqual(withElement(rolling, 'rewards-checkin', facts).reward, rolling.reward);
  });
});

describe('the facts of the elements', () => {
  it('name each element with all that can be set on it', () => {
    const named = Object.fromEntries(
      facts.elements.map(({ tag, attributes }) => [tag, attributes.map(({ name }) => name)]),
    );
    assert.deepEqual(Object.keys(named).toSorted(), [
      'rewards-checkin',
      'rewards-member',
      'rewards-onchain',
      'rewards-role',
      'rewards-signup',
    ]);
    assert.deepEqual(named['rewards-role']?.toSorted(), [
      'action',
      'endpoint',
      'heading-level',
      'identity',
      'lang',
      'member-id',
      'member-token',
    ]);
    assert.deepEqual(
      named['rewards-checkin']?.filter((name) => !named['rewards-role']?.includes(name)),
      ['auto', 'compact'],
    );
  });
});
