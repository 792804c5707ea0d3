import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Directive, isAllowed, policiesOf } from '../../src/cli/doctor/page-policies.ts';

const PAGE = 'https://example.org/check-in.html';
const PROXY = 'https://rewards.example.org/rewards/batch';
const OWN = 'https://example.org/rewards/batch';

/** A policy, what is asked, whether browsers let it, and the page where it is another one. */
const CONNECTS: readonly (readonly [policy: string, address: string, allowed: boolean, page?: string])[] = [
  ["script-src 'self'", PROXY, true],
  ["connect-src 'self'", OWN, true],
  ["connect-src 'self'", PROXY, false],
  ["default-src 'self'", PROXY, false],
  ["default-src 'none'; connect-src https://rewards.example.org", PROXY, true],
  ["default-src https://rewards.example.org; connect-src 'self'", PROXY, false],
  ["connect-src 'none'", OWN, false],
  ['connect-src', OWN, false],
  ['connect-src *', PROXY, true],
  ['connect-src https:', PROXY, true],
  ['connect-src http:', PROXY, true],
  ['connect-src rewards.example.org', PROXY, true],
  ['CONNECT-SRC HTTPS://REWARDS.EXAMPLE.ORG', PROXY, true],
  ['connect-src *.example.org', PROXY, true],
  ['connect-src *.example.org', OWN, false],
  ['connect-src https://rewards.example.org:8443', PROXY, false],
  ['connect-src https://rewards.example.org:443', PROXY, true],
  ['connect-src https://rewards.example.org:*', 'https://rewards.example.org:8443/rewards/batch', true],
  ['connect-src https://rewards.example.org', 'https://rewards.example.org:8443/rewards/batch', false],
  ['connect-src https://rewards.example.org/rewards/', PROXY, true],
  ['connect-src https://rewards.example.org/rewards', PROXY, false],
  ['connect-src https://rewards.example.org/', PROXY, true],
  ["connect-src 'none'; connect-src *", PROXY, false],
  ["connect-src 'self'", 'https://example.org/rewards/batch', true, 'http://example.org/'],
  ["connect-src 'self'", 'http://example.org/rewards/batch', false, 'http://example.org:8080/'],
];

const SCRIPTS: readonly (readonly [policy: string, allowed: boolean])[] = [
  ["script-src 'self'", false],
  ['script-src https://cdn.jsdelivr.net', true],
  ["script-src 'nonce-cmFuZG9t'", true],
  ["script-src 'sha384-abc' 'self'", true],
  ["script-src 'strict-dynamic' https:", true],
  ["script-src 'none'; script-src-elem https://cdn.jsdelivr.net", true],
  ["default-src 'self'", false],
];

function allows(policy: string, directive: Directive, address: string, page = PAGE): boolean {
  const [only] = policiesOf(policy, '');
  assert.ok(only);
  return isAllowed(only, directive, new URL(address), new URL(page));
}

describe('the content security policy of a page', () => {
  for (const [policy, address, allowed, page] of CONNECTS) {
    it(`${policy} ${allowed ? 'lets' : 'does not let'} ${page ?? PAGE} ask ${address}`, () => {
      assert.equal(allows(policy, 'connect-src', address, page), allowed);
    });
  }

  for (const [policy, allowed] of SCRIPTS) {
    it(`${policy} ${allowed ? 'may let' : 'does not let'} it load a script of a CDN`, () => {
      assert.equal(allows(policy, 'script-src', 'https://cdn.jsdelivr.net/npm/x/rewards-checkin.js'), allowed);
    });
  }

  it('is read from its header and from its HTML: all of them hold', () => {
    const html = `<head><meta content="connect-src 'self'; img-src *" http-equiv=Content-Security-Policy><meta name="x" content="y">
      <meta http-equiv='content-security-policy' content='script-src &#39;self&#39;'></head>`;
    const policies = policiesOf("connect-src *, default-src 'none'", html);
    assert.deepEqual(
      policies.map((policy) => Object.fromEntries(policy)),
      [
        { 'connect-src': ['*'] },
        { 'default-src': ["'none'"] },
        { 'connect-src': ["'self'"], 'img-src': ['*'] },
        { 'script-src': ["'self'"] },
      ],
    );
    assert.deepEqual(policiesOf(null, '<p>none</p>'), []);
  });
});
