import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { daily, VALID } from './valid.ts';

describe('who a member is in a config that cannot be used', () => {
  refuses([
    [
      'a role behind a typed id',
      daily({ role: { id: '1', name: 'R' } }),
      "actions.daily.role: stands behind a typed id, so whoever types an id could give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
    ],
    [
      'signed tokens without a key',
      daily({ identity: 'signed' }),
      "actions.daily.identity: needs memberTokens: { secrets: [env('REWARDS_TOKEN_SECRET')] }, or publicKeys there",
    ],
    [
      'a session without a function',
      daily({ identity: 'session' }),
      'actions.daily.identity: needs member: (request) => …, a function that gives the id of who is signed in, or null',
    ],
    [
      'a sign-in that is not known',
      daily({ identity: 'platform' }),
      "actions.daily.identity: needs platform: { preset: 'discord', … }, or another platform's issuer or endpoints there",
    ],
    [
      'a short secret',
      { ...VALID, memberTokens: { secrets: ['short'] } },
      'memberTokens.secrets.0: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
  ]);
});

describe('who a member is in a config that can be used', () => {
  accepts([['a role that the owner accepts', daily({ role: { id: '1', name: 'R' }, acceptTypedRole: true })]]);
});
