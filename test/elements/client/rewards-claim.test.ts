import { assert } from '@open-wc/testing';
import {
  type ClaimOptions,
  type ClaimSnapshot,
  RewardsClaim,
  TRANSITIONS,
} from '../../../src/elements/client/index.ts';
import { SIGNED } from '../../../src/elements/client/sign-in/token-store.ts';
import { ALTCHA, challenge } from '../challenge.ts';
import { claim, FakeProxy, field, Held, json, lost, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { solvedIn } from '../solved-in.ts';
import { waitUntil } from '../wait-until.ts';

/** Whether anything of the table leads from one state to the other. */
const leads = (from: ClaimSnapshot['state'], to: ClaimSnapshot['state']) =>
  Object.values(TRANSITIONS).some((one) => one.to === to && one.from.some((state) => state === from));

describe('a claim without our markup', () => {
  let proxy: FakeProxy;
  let open: RewardsClaim[];

  beforeEach(() => {
    proxy = new FakeProxy();
    open = [];
  });

  afterEach(() => {
    for (const one of open) one.close();
    proxy.restore();
  });

  /** A claim whose every step has to be in the table. */
  function button(options: Partial<ClaimOptions> = {}): RewardsClaim {
    const one = new RewardsClaim({ action: 'daily', ...options });
    open.push(one);
    let { state } = one.getSnapshot();
    one.subscribe(() => {
      const before = state;
      ({ state } = one.getSnapshot());
      assert.isTrue(before === state || leads(before, state), `${before} -> ${state}`);
    });
    return one;
  }
  const stateOf = (one: RewardsClaim) => one.getSnapshot().state;

  it('loads, claims for the member who is named, and tells what was granted', async () => {
    const granted: unknown[] = [];
    const one = button({ onGranted: ({ id }) => granted.push(id) });
    assert.lengthOf(proxy.seen, 0);
    await one.load();
    const before = one.getSnapshot();
    assert.equal(before.state, 'ready');
    assert.equal(before.view?.title, 'Daily check-in');
    assert.isTrue(before.asksMember && before.mayClaim);
    await one.claim({ memberId: MEMBER });
    assert.equal(before.state, 'ready');
    assert.equal(stateOf(one), 'granted');
    assert.equal(one.getSnapshot().claim?.id, 'claim-7f3k');
    assert.deepEqual(granted, ['claim-7f3k']);
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: MEMBER }],
    );
    await one.claim({ memberId: MEMBER });
    assert.lengthOf(proxy.claims, 1);
  });

  it('gives the same snapshot until something changes', async () => {
    const one = button();
    await one.load();
    assert.isTrue(one.getSnapshot() === one.getSnapshot());
    let told = 0;
    const end = one.subscribe(() => (told += 1));
    await one.claim();
    assert.isAbove(told, 0);
    assert.equal(stateOf(one), 'invalid');
    assert.lengthOf(proxy.claims, 0);
    end();
    told = 0;
    await one.claim({ memberId: MEMBER });
    assert.equal(told, 0);
  });

  it('sends fields, and names those that the proxy does not take', async () => {
    proxy.onAction = () => json(200, view({ fields: [field({ name: 'name' })] }));
    const errors = [{ field: 'fields.name', message: 'must be shorter' }];
    proxy.onClaim = () => problem('invalid-request', { errors });
    const one = button({ memberId: MEMBER });
    await one.load();
    assert.equal(one.getSnapshot().view?.fields?.[0]?.name, 'name');
    // As a page without types may write it.
    await one.claim(JSON.parse('{"fields":null}'));
    await one.claim({ fields: { name: 'Wren' } });
    assert.equal(stateOf(one), 'invalid');
    assert.deepEqual(one.getSnapshot().failure?.errors, errors);
    proxy.onClaim = () => json(201, claim());
    await one.claim({ fields: { name: 'W' } });
    assert.equal(stateOf(one), 'granted');
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [
        { memberId: MEMBER },
        { memberId: MEMBER, fields: { name: 'Wren' } },
        { memberId: MEMBER, fields: { name: 'W' } },
      ],
    );
  });

  const brokenOff = () =>
    new ReadableStream<Uint8Array>({
      start(reply) {
        reply.enqueue(new TextEncoder().encode('{"id"'));
        reply.error(new TypeError('network error'));
      },
    });
  const leftOpen: [what: string, answer: FakeProxy['onClaim'], code: string][] = [
    ['was lost', lost, 'no-reply'],
    ['broke off', () => new Response(brokenOff(), { status: 201 }), 'no-reply'],
    [
      'came from what stands before the proxy',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'bad-reply',
    ],
    ['tells of a fault', () => problem('internal'), 'internal'],
  ];
  for (const [what, answer, code] of leftOpen) {
    it(`repeats a claim whose answer ${what} under the same key`, async () => {
      proxy.onClaim = answer;
      const problems: string[] = [];
      const one = button({ memberId: MEMBER, onProblem: (failure) => void problems.push(failure.code) });
      await one.load();
      await one.claim();
      assert.equal(stateOf(one), 'failed');
      proxy.onClaim = () => json(201, claim());
      await one.claim();
      assert.equal(stateOf(one), 'granted');
      const [first, second] = proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
      assert.isString(first);
      assert.equal(first, second);
      assert.deepEqual(problems, [code]);
    });
  }

  it('follows a pending claim to its end', async () => {
    proxy.onClaim = () => json(202, claim({ status: 'pending' }));
    const heard: string[] = [];
    const one = button({
      memberId: MEMBER,
      onPending: () => void heard.push('pending'),
      onGranted: () => void heard.push('granted'),
    });
    await one.load();
    await one.claim();
    assert.equal(stateOf(one), 'pending');
    await waitUntil(() => stateOf(one) === 'granted');
    assert.deepEqual(heard, ['pending', 'granted']);
  });

  it('sends nothing where the page objects', async () => {
    const one = button({ memberId: MEMBER, onClaim: ({ memberId }) => memberId !== MEMBER });
    await one.load();
    await one.claim();
    assert.equal(stateOf(one), 'ready');
    assert.lengthOf(proxy.claims, 0);
  });

  it('shows the token of a signed-in member, and where they stand', async () => {
    proxy.onAction = ({ headers }) =>
      json(200, view({ identity: 'signed', member: headers.has('authorization') ? standing({ streak: 3 }) : null }));
    const one = button({ getMemberToken: () => Promise.resolve('a.b.c') });
    await one.load();
    await waitUntil(() => one.getSnapshot().view?.member?.streak === 3);
    await one.claim();
    assert.equal(stateOf(one), 'granted');
    assert.equal(proxy.claims[0]?.headers.get('authorization'), 'Bearer a.b.c');
  });

  it('asks for a sign-in where the action does, in answer to a press alone', async () => {
    const signIn = { platform: 'Harbour Lights', url: `${location.origin}/rewards/sign-in`, member: null };
    proxy.onAction = () => json(200, view({ identity: 'platform', signIn }));
    const one = button({ auto: true });
    await one.load();
    assert.equal(stateOf(one), 'ready');
    await one.claim();
    assert.equal(one.getSnapshot().failure?.code, 'sign-in-required');
    assert.lengthOf(proxy.claims, 0);
  });

  it('asks where the member stands whom the page names now', async () => {
    const options = { action: 'daily', memberId: MEMBER };
    const one = new RewardsClaim(options);
    open.push(one);
    await one.load();
    options.memberId = '98765';
    await one.load();
    assert.include(proxy.loads.at(-1)?.url, 'memberId=98765');
    options.memberId = MEMBER;
    await one.refresh();
    assert.include(proxy.loads.at(-1)?.url, `memberId=${MEMBER}`);
    options.memberId = '';
    await one.load();
    assert.notInclude(proxy.loads.at(-1)?.url, 'memberId');
  });

  it('shows no standing of a former member, and asks on about one who was typed', async () => {
    const options = { action: 'daily', memberId: MEMBER };
    const one = new RewardsClaim(options);
    open.push(one);
    await one.load();
    await one.claim();
    assert.equal(stateOf(one), 'granted');
    options.memberId = '98765';
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false }) }));
    await one.refresh();
    assert.equal(stateOf(one), 'claimed');
    options.memberId = '';
    proxy.onAction = () => json(200, view());
    await one.refresh();
    assert.equal(stateOf(one), 'ready');
    await one.claim({ memberId: MEMBER });
    await one.load();
    assert.include(proxy.loads.at(-1)?.url, `memberId=${MEMBER}`);
  });

  it('does not sign in while a claim is under way, nor who is signed in, nor where no action asks for it', async () => {
    const signIn = { platform: 'Harbour Lights', url: `${location.origin}/rewards/sign-in`, member: 'Noor Haddad' };
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const one = button({ memberId: MEMBER });
    await one.signIn();
    await one.load();
    await one.signIn();
    assert.equal(stateOf(one), 'ready');
    const claiming = one.claim();
    await waitUntil(() => proxy.claims.length === 1);
    await one.signIn();
    assert.isFalse(proxy.claims[0]?.signal.aborted);
    held.give(json(201, claim()));
    await claiming;
    assert.equal(stateOf(one), 'granted');
    proxy.onAction = () => json(200, view({ identity: 'platform', signIn, member: standing({ canClaim: false }) }));
    const other = button();
    await other.load();
    await other.signIn();
    assert.equal(stateOf(other), 'claimed');
  });

  it('follows who signs in and out elsewhere on the page, until the page ends it', async () => {
    const signIn = { platform: 'Harbour Lights', url: `${location.origin}/rewards/sign-in`, member: null };
    proxy.onAction = () => json(200, view({ identity: 'platform', signIn }));
    const [one, ended] = [button(), button()];
    await Promise.all([one.load(), ended.load()]);
    // A press waits for what signs in, which comes after the action.
    await Promise.all([one.claim(), ended.claim()]);
    ended.close();
    const loads = proxy.loads.length;
    dispatchEvent(new Event(SIGNED));
    await waitUntil(() => proxy.loads.length > loads);
    await waitUntil(() => stateOf(one) === 'ready');
    assert.lengthOf(proxy.loads, loads + 1);
  });

  it('asks again by a press where it could not load', async () => {
    proxy.onAction = lost;
    const one = button({ memberId: MEMBER });
    await one.load();
    assert.isTrue(one.getSnapshot().mayClaim);
    proxy.onAction = () => json(200, view());
    await one.claim();
    assert.equal(stateOf(one), 'ready');
    assert.lengthOf(proxy.claims, 0);
  });

  it('neither signs in nor asks anew while something is under way', async () => {
    const signIn = { platform: 'Harbour Lights', url: `${location.origin}/rewards/sign-in`, member: null };
    const held = new Held();
    proxy.onAction = () => json(200, view({ identity: 'platform', signIn }));
    const one = button();
    await one.load();
    proxy.onAction = () => held.reply;
    const loading = one.load();
    await waitUntil(() => proxy.loads.length === 2);
    await one.signIn();
    await one.refresh();
    assert.isFalse(proxy.loads[1]?.signal.aborted);
    assert.lengthOf(proxy.loads, 2);
    held.give(json(200, view({ identity: 'platform', signIn })));
    await loading;

    proxy.onAction = () => json(200, view());
    proxy.onClaim = () => json(202, claim({ status: 'pending' }));
    const other = button({ memberId: MEMBER });
    await other.load();
    await other.claim();
    assert.equal(stateOf(other), 'pending');
    await other.refresh();
    assert.lengthOf(proxy.loads, 3);
  });

  it('solves the challenge of an action', async () => {
    proxy.onAction = () => json(200, view({ challenge: ALTCHA }));
    proxy.onChallenge = () => challenge();
    const one = button({ memberId: MEMBER });
    const checked: boolean[] = [];
    one.subscribe(() => checked.push(one.getSnapshot().checking));
    await one.load();
    await one.claim();
    assert.equal(stateOf(one), 'granted');
    assert.include(checked, true);
    await solvedIn(proxy.claims[0]?.body);
  });

  it('claims without a press where the page wants that and the member is known', async () => {
    proxy.onAction = () => json(200, view({ member: standing() }));
    const one = button({ auto: true, memberId: MEMBER });
    await one.load();
    assert.equal(stateOf(one), 'granted');
  });

  it('claims so whenever the member may: after each load, for who was typed, and after a sign-in', async () => {
    proxy.onAction = ({ url }) => json(200, view({ member: url.includes('memberId') ? standing() : null }));
    const one = button({ auto: true });
    await one.load();
    assert.equal(stateOf(one), 'ready');
    await one.claim({ memberId: MEMBER });
    await one.load();
    assert.equal(stateOf(one), 'granted');
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: MEMBER }, { memberId: MEMBER }],
    );
    let signedIn = false;
    proxy.onAction = ({ headers }) =>
      json(200, view({ identity: 'signed', member: headers.has('authorization') ? standing() : null }));
    const other = button({ auto: true, getMemberToken: () => (signedIn ? 'a.b.c' : null) });
    await other.load();
    await other.refresh();
    assert.lengthOf(proxy.claims, 2);
    signedIn = true;
    await other.refresh();
    await waitUntil(() => stateOf(other) === 'granted');
    assert.lengthOf(proxy.claims, 3);
  });

  it('asks the page once about what it claims by itself', async () => {
    proxy.onAction = () => json(200, view({ member: standing() }));
    let asked = 0;
    const onClaim = () => {
      asked += 1;
      return false;
    };
    const one = button({ auto: true, memberId: MEMBER, onClaim });
    await one.load();
    assert.equal(stateOf(one), 'ready');
    assert.equal(asked, 1);
    assert.lengthOf(proxy.claims, 0);
  });

  it('asks again by itself for what is not proved yet, until the page ends it', async () => {
    proxy.onClaim = () => problem('not-yet', { retryAfter: 1, progress: { done: 1, of: 3 } });
    const one = button();
    await one.load();
    await one.claim({ memberId: MEMBER, fields: { match: '4711' } });
    assert.equal(stateOf(one), 'throttled');
    assert.deepEqual(one.getSnapshot().failure?.progress, { done: 1, of: 3 });
    await waitUntil(() => proxy.claims.length > 1);
    assert.deepEqual(proxy.claims[1]?.body, { memberId: MEMBER, fields: { match: '4711' } });
    await waitUntil(() => stateOf(one) === 'throttled');
    one.close();
    const asked = proxy.claims.length;
    proxy.onClaim = () => json(201, claim());
    await one.load();
    await one.claim({ memberId: MEMBER });
    assert.lengthOf(proxy.claims, asked + 1);
    assert.equal(stateOf(one), 'granted');
  });

  describe('of an action that asks for the time on the page', () => {
    let opened: number;
    const shown = () => proxy.claims.map(({ body }) => Reflect.get(Object(body), 'proof'));
    const refused = { errors: [{ field: 'proof.ticket', message: 'does not count' }] };

    beforeEach(() => {
      opened = 0;
      proxy.onAction = () => json(200, view({ member: standing(), ticket: `ticket-${(opened += 1)}` }));
    });

    it('shows the ticket that came first, whatever is loaded later, until the time is up', async () => {
      proxy.onClaim = () => problem('not-yet', { retryAfter: 1 });
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.refresh();
      await one.claim();
      assert.equal(stateOf(one), 'throttled');
      proxy.onClaim = () => json(201, claim());
      await waitUntil(() => stateOf(one) === 'granted');
      assert.deepEqual(shown(), [{ ticket: 'ticket-1' }, { ticket: 'ticket-1' }]);
    });

    it('shows each for one claim', async () => {
      proxy.onClaim = () => json(201, claim({ nextClaimAt: null }));
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim();
      await one.load();
      await one.claim();
      assert.deepEqual(shown(), [{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }]);
    });

    it('fetches another, once, where one does not count, and waits its time', async () => {
      proxy.onClaim = () =>
        proxy.claims.length === 1 ? problem('not-proved', refused) : problem('not-yet', { retryAfter: 60 });
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim();
      assert.equal(stateOf(one), 'throttled');
      assert.deepEqual(shown(), [{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }]);
      const [first, second] = proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
      assert.notEqual(first, second);
    });

    it('gives up where that does not count either', async () => {
      proxy.onClaim = () => problem('not-proved', refused);
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim();
      assert.equal(stateOf(one), 'refused');
      assert.lengthOf(proxy.claims, 2);
    });

    it('keeps it where something else was not proved', async () => {
      proxy.onClaim = () => problem('not-proved', { errors: [{ field: 'fields.code', message: 'is not right' }] });
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim({ fields: { code: 'x' } });
      await one.claim({ fields: { code: 'y' } });
      assert.deepEqual(shown(), [{ ticket: 'ticket-1' }, { ticket: 'ticket-1' }]);
    });

    it('shows it beside the solution of a challenge', async () => {
      proxy.onAction = () => json(200, view({ challenge: ALTCHA, member: standing(), ticket: 'ticket-1' }));
      proxy.onChallenge = () => challenge();
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim();
      assert.hasAllKeys(shown()[0], ['altcha', 'ticket']);
    });

    it('does not take one action’s for another', async () => {
      const options = { action: 'daily', memberId: MEMBER };
      const one = new RewardsClaim(options);
      open.push(one);
      await one.load();
      options.action = 'tour';
      await one.load();
      await one.claim();
      assert.deepEqual(shown(), [{ ticket: 'ticket-2' }]);
    });

    it('shows nothing where what came is no text', async () => {
      proxy.onAction = () => json(200, view({ member: standing(), ticket: 7 }));
      const one = button({ memberId: MEMBER });
      await one.load();
      await one.claim();
      assert.deepEqual(shown(), [{}]);
    });
  });

  it('tells of what has changed meanwhile, and ends all with the page’s button', async () => {
    const one = button({ memberId: MEMBER });
    await one.load();
    proxy.onAction = () => json(200, view({ state: 'full' }));
    await one.refresh();
    assert.equal(stateOf(one), 'full');
    proxy.onAction = () => new Held().reply;
    const loading = one.load();
    one.close();
    await loading;
    assert.isTrue(proxy.seen.at(-1)?.signal.aborted);
    assert.equal(stateOf(one), 'loading');
    assert.isUndefined(customElements.get('rewards-checkin'));
  });
});
