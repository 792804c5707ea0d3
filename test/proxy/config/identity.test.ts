import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

const PLATFORM = {
  preset: 'discord',
  origin: 'https://example.org',
  pages: ['https://example.org/'],
  clientId: 'id',
  clientSecret: 'secret',
  secrets: ['a secret of thirty-two bytes or more'],
} as const;

/** A config whose action asks for the mode, with more keys. */
const asking = (identity: string, keys: object): unknown => ({
  ...VALID,
  ...keys,
  actions: { daily: { ...ACTION, identity } },
});

describe('who a member is in a config that cannot be used', () => {
  refuses([
    [
      'a role behind a typed id',
      daily({ role: { id: '1', name: 'R' } }),
      "actions.daily.role: is behind a typed id, so anybody could type an id and give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
    ],
    [
      'signed tokens without a key',
      daily({ identity: 'signed' }),
      "actions.daily.identity: needs identity: { signed: { secrets: [env('REWARDS_TOKEN_SECRET')] } } in the config, or publicKeys there",
    ],
    [
      'a session without a function',
      daily({ identity: 'session' }),
      'actions.daily.identity: needs identity: { session: (request) => … } in the config, a function that returns the id of the signed-in member, or null',
    ],
    [
      'a sign-in that is not known',
      daily({ identity: 'platform' }),
      "actions.daily.identity: needs identity: { platform: { preset: 'discord', … } } in the config, or another platform's issuer or endpoints there",
    ],
    [
      'a short secret',
      { ...VALID, memberTokens: { secrets: ['short'] } },
      'memberTokens.secrets.0: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
    [
      'a short secret under the mode',
      { ...VALID, identity: { signed: { secrets: ['short'] } } },
      'identity.signed.secrets.0: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
    [
      'a mode under both of its names',
      { ...VALID, member: () => null, identity: { session: () => null } },
      'member: is the older name of identity.session, which is there as well: leave it out',
    ],
    [
      'a platform that returns to a site that is none of the owner’s',
      { ...VALID, identity: { platform: { ...PLATFORM, pages: ['https://elsewhere.example/'] } } },
      "identity.platform.pages.0: is on a site that is not among origins: add 'https://elsewhere.example' there",
    ],
    [
      'a mode that is none',
      { ...VALID, identity: { sesion: () => null } },
      "identity: has an unknown key 'sesion'; did you mean 'session'?",
    ],
  ]);
});

describe('who a member is in a config that can be used', () => {
  const secrets = [PLATFORM.secrets[0]];
  accepts([
    ['a role that the owner accepts', daily({ role: { id: '1', name: 'R' }, acceptTypedRole: true })],
    ['tokens of the site', asking('signed', { identity: { signed: { secrets } } })],
    ['tokens by their older name', asking('signed', { memberTokens: { secrets } })],
    ['a session', asking('session', { identity: { session: () => null } })],
    ['a session by its older name', asking('session', { member: () => null })],
    ['a platform', asking('platform', { identity: { platform: PLATFORM } })],
    ['a platform by its older name', asking('platform', { platform: PLATFORM })],
  ]);
});
