import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberIdsOf } from '../../../../src/proxy/identity/index.ts';
import { memberIn } from '../../../../src/proxy/identity/platform/member.ts';
import { platformOf } from '../../../../src/proxy/identity/platform/settings.ts';

const settings = {
  preset: 'discord',
  origin: 'https://example.org',
  pages: [],
  clientId: '1',
  clientSecret: 's',
  clientAuthentication: 'post',
  secrets: [],
  membershipHours: 24,
  sessionDays: 1,
} as const;
const discord = platformOf(settings);
const ids = memberIdsOf({ pattern: '[0-9]{1,20}' });

describe('who signed in', () => {
  const profiles: [string, Record<string, unknown>, { id: string; name: string | null }][] = [
    ['an id alone', { id: '1' }, { id: '1', name: null }],
    ['the name that others see first', { id: '1', username: 'noor', global_name: 'Noor' }, { id: '1', name: 'Noor' }],
    ['the other name where that is empty', { id: '1', username: 'noor', global_name: null }, { id: '1', name: 'noor' }],
    ['a small number', { id: 7 }, { id: '7', name: null }],
    ['a name in one line', { id: '1', username: ' a\n\u202Eb\tc\u0000 ' }, { id: '1', name: 'a b c' }],
    ['the beginning of an endless name', { id: '1', username: '😀'.repeat(99) }, { id: '1', name: '😀'.repeat(64) }],
    ['no name that is none', { id: '1', username: { toString: 'x' } }, { id: '1', name: null }],
  ];
  for (const [name, profile, member] of profiles) {
    it(`is known by ${name}`, () => assert.deepEqual(memberIn(profile, discord, ids), member));
  }

  it('may lie deeper in the profile', () => {
    const platform = platformOf({ ...settings, memberId: 'data.user.id', memberName: 'data.user.name' });
    const profile = { data: { user: { id: '42', name: 'Noor' } } };
    assert.deepEqual(memberIn(profile, platform, ids), { id: '42', name: 'Noor' });
  });

  for (const [name, profile] of [
    ['no id', { username: 'noor' }],
    ['an empty one', { id: '' }],
    ['one that no member can have', { id: 'noor' }],
    ['a list of one', { id: ['1'] }],
    ['a number with a fraction', { id: 1.5 }],
    ['a number beyond 2^53', { id: 2 ** 60 }],
    ['what every object has', Object.create({ id: '1' })],
  ] as const) {
    it(`is not known by ${name}, and the owner hears where to look`, () => {
      assert.throws(() => memberIn(profile, discord, ids), /no member id at 'id', .*: mend platform\.memberId/);
    });
  }
});
