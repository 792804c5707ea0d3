import { assert, fixtureCleanup } from '@open-wc/testing';
import { claim, FakeProxy, json, MEMBER, problem, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { checkin, hasPart, part, press, reaches } from './checkin.ts';

const shown = (proxy: FakeProxy, at = 0) => proxy.claims[at]?.headers.get('authorization');

describe('a member whom the site has signed in, in <rewards-checkin>', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ identity: 'signed' }));
    proxy.onClaim = () => json(201, claim());
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  it('is not asked for an id', async () => {
    const element = await checkin({ memberId: '' });
    assert.isFalse(hasPart(element, 'input'));
  });

  it('is known by the token in the attribute', async () => {
    const element = await checkin({ memberId: '' });
    element.setAttribute('member-token', 'a.b.c');
    press(element);
    await reaches(element, 'granted');
    assert.equal(shown(proxy), 'Bearer a.b.c');
    assert.deepEqual(proxy.claims[0]?.body, {});
  });

  it('is known by a fresh token for each press', async () => {
    let count = 0;
    const element = await checkin({ memberId: '' });
    element.getMemberToken = () => Promise.resolve(`token.number.${(count += 1)}`);
    proxy.onClaim = () => problem('unreachable');
    press(element);
    await reaches(element, 'failed');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.deepEqual([shown(proxy, 0), shown(proxy, 1)], ['Bearer token.number.1', 'Bearer token.number.2']);
  });

  it('is told to sign in where there is no token, or it cannot be had', async () => {
    const errors: unknown[] = [];
    stubs.set(globalThis, 'reportError', (error: unknown) => void errors.push(error));
    proxy.onClaim = () => problem('sign-in-required');
    const element = await checkin({ memberId: '' });
    element.getMemberToken = () => Promise.reject(new Error('the session has ended'));
    press(element);
    await reaches(element, 'failed');
    assert.isNull(shown(proxy));
    assert.match(String(errors[0]), /the session has ended/);
    assert.include(part(element, 'result').textContent, 'sign in');
  });

  it('sends no token where the site gives none', async () => {
    proxy.onAction = () => json(200, view());
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'granted');
    assert.isNull(shown(proxy));
  });
});
