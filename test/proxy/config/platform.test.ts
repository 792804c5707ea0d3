import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { issuesOf } from '../support/config-issues.ts';
import { KEY } from '../support/key.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const DISCORD = {
  preset: 'discord',
  origin: 'https://example.org',
  pages: ['https://example.org/check-in'],
  clientId: '1',
  clientSecret: 'secret of the application',
  secrets: [SECRET],
};
const { preset: _preset, ...BARE } = DISCORD;
const ENDPOINTS = {
  authorization: 'https://chat.example/authorize',
  token: 'https://chat.example/token',
  user: 'https://chat.example/me',
};
const OTHER = { ...BARE, name: 'Chat', endpoints: ENDPOINTS, scope: 'identify', memberId: 'user.id' };

const config = (platform: unknown): unknown => ({
  service: { baseUrl: 'https://service.example', apiKey: KEY },
  origins: ['https://example.org'],
  actions: {
    crew: {
      title: 'Crew',
      repeats: 'once',
      role: { id: '1', name: 'Crew' },
      remark: 'Crew',
      identity: 'platform',
    },
  },
  platform,
});

const LOCAL = 'must begin with https://, because http:// is only for this machine (localhost, 127.0.0.1, [::1])';

describe('a platform in the config', () => {
  const good: [string, object][] = [
    ['the preset', DISCORD],
    ['the preset, for one community', { ...DISCORD, serverId: '1', sessionDays: 7 }],
    ['the preset at other addresses', { ...DISCORD, endpoints: ENDPOINTS }],
    ['one that describes itself', { ...BARE, name: 'Chat', issuer: 'https://chat.example' }],
    ['addresses', OTHER],
    [
      'on this machine',
      { ...OTHER, origin: 'http://localhost:8787', endpoints: { ...ENDPOINTS, token: 'http://127.0.0.1:1/t' } },
    ],
    ['two secrets', { ...DISCORD, secrets: [`new ${SECRET}`, SECRET] }],
    ['a check of the owner’s', { ...OTHER, isMember: () => true }],
  ];
  for (const [name, platform] of good) {
    it(`may be ${name}, also for a role`, () => assert.deepEqual(issuesOf(config(platform)), []));
  }

  const bad: [string, unknown, ...string[]][] = [
    [
      'nothing',
      {},
      "platform.origin: is missing: the proxy's own origin as visitors' browsers see it, such as https://example.org",
      "platform.pages: is missing: the pages with widgets, to which a sign-in may return, such as ['https://example.org/check-in']; * at the end allows all that begin so",
      'platform.clientId: is missing: the id of your application at the platform',
      "platform.clientSecret: is missing: that application's secret, best given as env('PLATFORM_CLIENT_SECRET')",
      'platform.secrets: is missing: the secrets that encrypt sessions; two while you replace one, the new one first',
      "platform: names no platform: set preset: 'discord', or issuer or endpoints of another platform",
      'platform.name: is missing: what visitors call the platform',
    ],
    [
      'a preset that there is not',
      { ...DISCORD, preset: 'discort' },
      "platform.preset: must be one of 'discord'; did you mean 'discord'?",
    ],
    [
      'a misspelt key',
      { ...DISCORD, clientid: '1' },
      "platform: has an unknown key 'clientid'; did you mean 'clientId'?",
    ],
    [
      'a short secret',
      { ...DISCORD, secrets: ['short'] },
      'platform.secrets.0: must have at least 32 bytes: make one with "openssl rand -base64 32"',
    ],
    [
      'no secret',
      { ...DISCORD, secrets: [] },
      "platform.secrets: must have at least one entry, such as env('REWARDS_SESSION_SECRET')",
    ],
    [
      'an unset secret',
      { ...DISCORD, clientSecret: env('NOT_SET') },
      'platform.clientSecret: the environment variable NOT_SET is not set',
    ],
    ['an origin without https', { ...DISCORD, origin: 'http://example.org' }, `platform.origin: ${LOCAL}`],
    [
      'an origin with a path',
      { ...DISCORD, origin: 'https://example.org/rewards' },
      "platform.origin: must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
    [
      'an address without https',
      { ...OTHER, endpoints: { ...ENDPOINTS, user: 'http://chat.example/me' } },
      `platform.endpoints.user: ${LOCAL}`,
    ],
    [
      'an address that is none',
      { ...BARE, name: 'Chat', issuer: 'chat.example' },
      'platform.issuer: must be an address that begins with https://',
    ],
    [
      'an address with a password',
      { ...BARE, name: 'Chat', issuer: 'https://a:b@chat.example' },
      'platform.issuer: must not contain a user name or password',
    ],
    [
      'the address of mail asked for',
      { ...DISCORD, scope: 'identify email' },
      'platform.scope: must not contain email: nothing here uses it, so visitors need not share it',
    ],
    [
      'addresses without what to ask there',
      { ...BARE, name: 'Chat', endpoints: ENDPOINTS },
      'platform.scope: is missing: the smallest scope that gives the id',
      "platform.memberId: is missing: where in the profile the member's id lies, such as 'id'",
    ],
    [
      'two platforms',
      { ...DISCORD, issuer: 'https://chat.example' },
      'platform.issuer: names an address of the platform, and so does preset or endpoints: remove one of them',
    ],
    [
      'a community that the proxy cannot ask for',
      { ...OTHER, serverId: '1' },
      "platform.serverId: works only with preset: 'discord': use isMember instead",
    ],
    [
      'no function',
      { ...DISCORD, isMember: true },
      'platform.isMember: must be a function of the profile and the access token',
    ],
    [
      'endless sessions',
      { ...DISCORD, sessionDays: 401 },
      'platform.sessionDays: must be at most 400, which is what browsers keep',
    ],
  ];
  for (const [name, platform, ...issues] of bad) {
    it(`is refused: ${name}`, () => assert.deepEqual(issuesOf(config(platform)), issues));
  }

  it('has no secret of its in an error', () => {
    const issues = issuesOf(config({ ...DISCORD, origin: `https://${SECRET}`, name: 7, scope: 8 }));
    assert.ok(issues.length > 0 && !issues.join().includes(SECRET));
  });
});
