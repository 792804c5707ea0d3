import type { RewardsCheckin, WidgetState } from '../../../src/elements/index.ts';
import { claim, type FakeProxy, Held, HOUR, inMs, json, lost, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { checkin, press } from './checkin.ts';

/** One way into a state. */
export interface Case {
  name: string;
  state: WidgetState;
  /** What the live region says. */
  says: RegExp;
  /** Brings a new widget to the state. */
  reach: (proxy: FakeProxy) => Promise<RewardsCheckin>;
  reference?: string;
  countdown?: true;
  retry?: true;
  change?: true;
}

export async function pressed(
  proxy: FakeProxy,
  onClaim: FakeProxy['onClaim'],
  memberId?: string,
): Promise<RewardsCheckin> {
  proxy.onClaim = onClaim;
  const element = await checkin(memberId ? { memberId } : {});
  press(element);
  return element;
}

async function loaded(proxy: FakeProxy, onAction: FakeProxy['onAction'], memberId?: string): Promise<RewardsCheckin> {
  proxy.onAction = onAction;
  return checkin(memberId ? { memberId } : {});
}

function goOffline(): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
}

/** Every state, by every way there is. */
export const cases: Case[] = [
  {
    name: 'loading',
    state: 'loading',
    says: /^One moment…$/,
    reach: async (proxy) => {
      const element = await checkin();
      proxy.onAction = () => new Held().reply;
      element.reset();
      return element;
    },
  },
  { name: 'ready', state: 'ready', says: /^$/, reach: () => checkin() },
  {
    name: 'ready with a member that the site knows',
    state: 'ready',
    says: /^$/,
    reach: () => checkin({ memberId: MEMBER }),
  },
  {
    name: 'invalid',
    state: 'invalid',
    says: /^$/,
    reach: async () => {
      const element = await checkin();
      press(element, 'no id!');
      return element;
    },
  },
  {
    name: 'submitting',
    state: 'submitting',
    says: /^One moment…$/,
    reach: (proxy) => pressed(proxy, () => new Held().reply),
  },
  {
    name: 'granted points',
    state: 'granted',
    says: /^\+12 points Seen at the echo Next: \w+/,
    reach: (proxy) => pressed(proxy, () => json(201, claim())),
  },
  {
    name: 'granted points and a role, once',
    state: 'granted',
    says: /^\+1,000 points · Role: Attendee Signed up$/,
    reach: (proxy) =>
      pressed(proxy, () =>
        json(
          201,
          claim({
            nextClaimAt: null,
            grants: [
              { type: 'points', points: 1000, remark: 'Signed up' },
              { type: 'role', roleId: '1', roleName: 'Attendee', remark: 'Signed up' },
            ],
          }),
        ),
      ),
  },
  {
    name: 'pending',
    state: 'pending',
    says: /^Not confirmed yet .*do not send it again/,
    reference: 'claim-7f3k',
    reach: (proxy) => {
      proxy.onPoll = () => json(200, claim({ status: 'pending' }));
      return pressed(proxy, () => json(202, claim({ status: 'pending' })));
    },
  },
  {
    name: 'pending when the page is opened again',
    state: 'pending',
    says: /^Not confirmed yet/,
    reference: 'claim-7f3k',
    reach: (proxy) => {
      proxy.onPoll = () => json(200, claim({ status: 'pending' }));
      const member = standing({ canClaim: false, pendingClaimId: 'claim-7f3k' });
      return loaded(proxy, () => json(200, view({ member })), MEMBER);
    },
  },
  {
    name: 'claimed, as the proxy answers',
    state: 'claimed',
    says: /^Done for today Next: \w+/,
    countdown: true,
    change: true,
    reach: (proxy) => pressed(proxy, () => problem('already-claimed', { nextClaimAt: inMs(3 * HOUR) })),
  },
  {
    name: 'claimed, as the page opens',
    state: 'claimed',
    says: /^Done for today Once a day$/,
    reach: (proxy) => loaded(proxy, () => json(200, view({ member: standing({ canClaim: false }) })), MEMBER),
  },
  {
    name: 'upcoming',
    state: 'upcoming',
    says: /^Not open yet Opens: \w+/,
    countdown: true,
    reach: (proxy) => loaded(proxy, () => json(200, view({ state: 'upcoming', opens: inMs(72 * HOUR) }))),
  },
  {
    name: 'upcoming, as the proxy answers',
    state: 'upcoming',
    says: /^Not open yet$/,
    reach: (proxy) => pressed(proxy, () => problem('not-open')),
  },
  {
    name: 'closed',
    state: 'closed',
    says: /^This is over/,
    reach: (proxy) => loaded(proxy, () => json(200, view({ state: 'closed' }))),
  },
  {
    name: 'closed, as the proxy answers',
    state: 'closed',
    says: /^This is over/,
    reach: (proxy) => pressed(proxy, () => problem('closed')),
  },
  {
    name: 'full',
    state: 'full',
    says: /^All places are taken$/,
    reach: (proxy) => loaded(proxy, () => json(200, view({ state: 'full' }))),
  },
  {
    name: 'refused',
    state: 'refused',
    says: /^The community said no\. Is the id right/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('refused')),
  },
  {
    name: 'refused for a member that the site knows',
    state: 'refused',
    says: /^The community said no/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('refused'), MEMBER),
  },
  {
    name: 'refused because of the site’s own key',
    state: 'failed',
    says: /^That did not work This is not set up right\. Please tell the owner/,
    reference: 'request-9c1e',
    reach: (proxy) => pressed(proxy, () => problem('refused', { ofSite: true })),
  },
  {
    name: 'refused for want of a proof',
    state: 'refused',
    says: /^That did not work\. Check in on three days first\. 2 \/ 3/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) =>
      pressed(proxy, () =>
        problem('not-proved', { reason: 'Check in on three days first.', progress: { done: 2, of: 3 } }),
      ),
  },
  {
    name: 'not proved yet',
    state: 'throttled',
    says: /^Not confirmed yet\. A sentence for the visitor\./,
    countdown: true,
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('not-yet', { retryAfter: 30 })),
  },
  {
    name: 'throttled by the community',
    state: 'throttled',
    says: /^Too busy right now\. Nothing was sent/,
    countdown: true,
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('throttled', { retryAfter: 30 })),
  },
  {
    name: 'throttled by the proxy',
    state: 'throttled',
    says: /^Too busy right now/,
    countdown: true,
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('rate-limited')),
  },
  {
    name: 'offline',
    state: 'offline',
    says: /^You are offline\. Check your connection/,
    retry: true,
    reach: (proxy) => {
      goOffline();
      return pressed(proxy, lost);
    },
  },
  {
    name: 'failed for want of a reply',
    state: 'failed',
    says: /^That did not work\. Please try again: it never counts twice/,
    retry: true,
    reach: (proxy) => pressed(proxy, lost),
  },
  {
    name: 'failed with garbage',
    state: 'failed',
    says: /^That did not work\. Please try again/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => json(201, { ...claim(), grants: [{ type: 'points', points: '12' }] })),
  },
  {
    name: 'failed with a page in place of JSON',
    state: 'failed',
    says: /^That did not work\. Please try again/,
    retry: true,
    reach: (proxy) => pressed(proxy, () => new Response('<h1>Bad gateway</h1>', { status: 502 })),
  },
  {
    name: 'failed inside the proxy',
    state: 'failed',
    says: /^That did not work\. Please try again/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('internal')),
  },
  {
    name: 'failed to reach the community',
    state: 'failed',
    says: /^That did not work\. The community cannot be reached. Nothing was sent. Please try/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('unreachable')),
  },
  {
    name: 'failed for want of a sign-in',
    state: 'failed',
    says: /^That did not work\. Please sign in/,
    reference: 'request-9c1e',
    retry: true,
    reach: (proxy) => pressed(proxy, () => problem('sign-in-required')),
  },
  {
    name: 'failed because the page is not set up right',
    state: 'failed',
    says: /^That did not work This is not set up right. Please tell the owner/,
    reference: 'request-9c1e',
    reach: (proxy) => loaded(proxy, () => problem('unknown-action')),
  },
];
