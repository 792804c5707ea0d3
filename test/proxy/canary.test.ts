import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Ledger, ledgerThrough, newClaimId } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { signMemberToken } from '../../src/proxy/identity/member-token.ts';
import type { RewardsConfig, AlertEvent } from '../../src/proxy/index.ts';
import { TransportError } from '../../src/service/index.ts';
import { KEY } from './support/key.ts';
import { type Setup, setUp, SHORT_IDS } from './support/setup.ts';
import { echoed, grant, reply, type Script } from './support/transport.ts';

/** What must be seen nowhere but where it is used. The key itself is `KEY`. */
const SECRETS = {
  key: KEY,
  tokenSecret: 'canary-token-secret-of-thirty-two-bytes',
  webhookSecret: `whsec_${Buffer.from('canary-webhook-secret-of-32-bytes').toString('base64')}`,
  webhookAddress: 'https://alerts.example/canary-webhook-address',
};
const MEMBER = 'canary-member-7f3a';
const FIELD = 'canary-field-91d0';
const SESSION = 'canary-session-5be2';

const points = { title: 'P', repeats: 'daily', points: 5, remark: 'r' } as const;
/** The signed one comes first, since tokens are signed by the real clock and the tests' clock goes on from action to action. */
const ACTIONS: NonNullable<RewardsConfig['actions']> = {
  signed: { ...points, identity: 'signed', budget: 5 },
  typed: points,
  signup: {
    ...points,
    role: { id: '77', name: 'R' },
    acceptTypedRole: true,
    fields: { note: { label: 'Note', type: 'text' } },
  },
  session: { ...points, identity: 'session', repeats: 'once' },
};

/** A service that repeats in its words whatever it was sent. */
const words = ({ form }: { form: Record<string, string> }) => `${KEY} ${form['user_id']} ${form['remark']}`;
const OUTCOMES: Record<string, Script> = {
  granted: (call) => reply(200, { code: 0, error: '', data: echoed(call), ts: 1, said: words(call) }),
  'refused in words': (call) => reply(200, { code: 9, error: words(call) }),
  'refused by its status': (call) => reply(422, words(call), { 'x-said': words(call) }),
  'not accepted': (call) => reply(401, words(call)),
  throttled: (call) => reply(429, words(call), { 'retry-after': words(call) }),
  broken: (call) => reply(500, words(call)),
  'a page': (call) => reply(200, `<p>${words(call)}`),
  'cut off': (call) => ({ ...reply(200, words(call)), complete: false }),
  'another echo': (call) => reply(200, { code: 0, error: '', data: { user_id: words(call) } }),
  reset: () => {
    throw new TransportError(`read ECONNRESET ${KEY}`, { written: true });
  },
  unreachable: () => {
    throw new TransportError(`connect ECONNREFUSED ${KEY}`, { written: false });
  },
  'a transport that fails': () => {
    throw new Error(`cannot send x-api-key: ${KEY}`, { cause: KEY });
  },
};

/** What is seen of a site while visitors use it, and by whom. */
interface Seen {
  /** By readers of the logs, the metrics, the events and the webhook. */
  behind: string[];
  /** By the member, who may see who they are. */
  byMember: string[];
  /** By everybody else. */
  byOthers: string[];
  /** What the parts of the member's tokens begin with. */
  tokens: string[];
}

/** A site on which everything is set up that could tell something, and what its webhook is posted. */
function watchedSite(
  t: TestContext,
  script: Script,
  config: Partial<RewardsConfig>,
  ledger = sqliteLedger(':memory:'),
) {
  const posts: string[] = [];
  t.mock.method(globalThis, 'fetch', async (_url: string, request: { body: string; headers: object }) => {
    posts.push(request.body + JSON.stringify(request.headers));
    return new Response(null, { status: 500, statusText: SECRETS.webhookSecret });
  });
  const events: AlertEvent[] = [];
  const site = setUp({
    script,
    ledger,
    config: {
      actions: ACTIONS,
      memberTokens: { secrets: [SECRETS.tokenSecret] },
      member: (request) => (request.headers.get('cookie') === SESSION ? MEMBER : null),
      webhook: { url: SECRETS.webhookAddress, secret: SECRETS.webhookSecret },
      abuse: { refusals: 1 },
      onAlert: (event) => {
        events.push(event);
        throw new Error(`${SECRETS.webhookSecret} ${SECRETS.webhookAddress} ${SECRETS.tokenSecret}`);
      },
      ...config,
    },
  });
  site.clock.now = Date.now();
  return { site, events, posts };
}

/** All that the canary member and somebody else can do with an action. */
async function useAction(site: Setup, action: string, { byMember, byOthers, tokens }: Seen): Promise<void> {
  const note = (replies: string[]) => (answer: { text: string; headers: Headers; status: number }) =>
    void replies.push(`${answer.status} ${answer.text} ${JSON.stringify([...answer.headers])}`);
  const token = await signMemberToken({
    memberId: MEMBER,
    secret: SECRETS.tokenSecret,
    memberIds: { pattern: SHORT_IDS },
  });
  // Three letters, as in the “eyJ” of every token, come by chance in the signatures of a webhook.
  tokens.push(...token.split('.').map((part) => part.slice(0, 10)));
  const who: Record<string, string> =
    action === 'signed' ? { authorization: `Bearer ${token}` } : action === 'session' ? { cookie: SESSION } : {};
  const body = {
    ...(Object.keys(who).length === 0 && { memberId: MEMBER }),
    ...(action === 'signup' && { fields: { note: FIELD } }),
  };
  const path = `/rewards/actions/${action}`;
  const key = { 'idempotency-key': `press of ${action}`.replaceAll(' ', '-') };
  const first = await site.claim(action, body, { ...who, ...key });
  note(byMember)(first);
  note(byMember)(await site.claim(action, body, { ...who, ...key }));
  note(byMember)(await site.claim(action, body, who));
  note(byMember)(await site.claim(action, { ...body, [FIELD]: FIELD, points: 9 }, { ...who }));
  note(byMember)(await site.ask(`${path}${'memberId' in body ? `?memberId=${MEMBER}` : ''}`, { headers: who }));
  const { id = newClaimId(0) } = first.body;
  note(byMember)(await site.ask(`/rewards/claims/${String(id)}`));
  const form = new URLSearchParams({ memberId: `${MEMBER}-form`, ...(action === 'signup' && { note: FIELD }) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  note(byMember)(await site.ask(`${path}/claims`, { method: 'POST', headers, body: form.toString() }));

  note(byOthers)(await site.ask(path));
  note(byOthers)(await site.claim(action, { memberId: 'ben' }));
  note(byOthers)(await site.claim(action, { memberId: 'ben' }, { origin: 'https://evil.example' }));
  note(byOthers)(await site.claim(action, { memberId: 'ben' }, key));
}

async function useSite(t: TestContext, script: Script, config: Partial<RewardsConfig> = {}, ledger?: Ledger) {
  const { site, events, posts } = watchedSite(t, script, config, ledger);
  const seen: Seen = { behind: [], byMember: [], byOthers: [], tokens: [] };
  for (const action of Object.keys(ACTIONS)) {
    await useAction(site, action, seen);
    // The pause and the breaker of one action are over at the next.
    site.clock.now += 120_000;
  }
  for (const path of ['/rewards/health', '/rewards/openapi.json', '/rewards/nowhere', '/']) {
    seen.byOthers.push((await site.ask(path)).text);
  }
  const claims = await site.ledger.list({ limit: 1000 }).catch(() => []);
  seen.behind.push(await site.proxy.metrics());
  await site[Symbol.asyncDispose]();
  seen.behind.push(
    ...site.logs.map((line) => JSON.stringify(line)),
    ...events.map((event) => JSON.stringify(event)),
    ...posts,
  );
  return { seen, claims, calls: site.calls, events, posts };
}

function hits(texts: readonly string[], ...canaries: string[]): string[] {
  return texts.filter((text) => canaries.some((canary) => text.includes(canary)));
}

function assertUnseen({ behind, byMember, byOthers, tokens }: Seen): void {
  assert.ok(tokens.length > 0);
  assert.deepEqual(hits([...behind, ...byMember, ...byOthers], ...Object.values(SECRETS), SESSION, ...tokens), []);
  assert.deepEqual(hits([...behind, ...byOthers], MEMBER, FIELD), []);
}

describe('a canary', () => {
  for (const [outcome, script] of Object.entries(OUTCOMES)) {
    it(`is seen only where it must be when the service's answer is: ${outcome}`, async (t) => {
      const { seen, claims, calls } = await useSite(t, script);
      assertUnseen(seen);
      // Were the canaries not where they belong, it would prove nothing that they are not found elsewhere.
      assert.ok(calls.some(({ headers }) => headers['x-api-key'] === KEY));
      assert.ok(calls.some(({ form }) => form['user_id'] === MEMBER));
      assert.ok(
        hits(
          claims.map((claim) => JSON.stringify(claim)),
          MEMBER,
        ).length > 0,
      );
      assert.ok(
        hits(
          claims.map((claim) => JSON.stringify(claim)),
          FIELD,
        ).length > 0,
      );
      assert.ok(seen.behind.length > 30);
    });
  }

  for (const method of ['reserve', 'send', 'settle', 'find', 'standing', 'recover', 'unknown'] as const) {
    it(`is seen nowhere when the ledger fails to ${method}`, async (t) => {
      const store = sqliteLedger(':memory:');
      const failing = ledgerThrough((called, ...args) => {
        const result: ReturnType<Ledger[typeof called]> = Reflect.apply(store[called], store, args);
        if (called !== method) return result;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what rejects is of any type
        return result.then(() => Promise.reject(new Error(`disk full ${KEY}`))) as typeof result;
      });
      const outcome = method === 'unknown' ? 'broken' : 'refused in words';
      const { seen } = await useSite(t, OUTCOMES[outcome] ?? grant, {}, failing);
      assertUnseen(seen);
      assert.ok(hits(seen.behind, 'disk full').length > 0);
    });
  }

  it('is seen nowhere when the member is turned away', async (t) => {
    for (const dryRun of [false, true]) {
      const { seen, events, posts } = await useSite(t, grant, { members: { block: [MEMBER] }, abuse: { dryRun } });
      assertUnseen(seen);
      assert.ok(events.some(({ kind }) => kind === 'blocked-member'));
      assert.ok(posts.length > 0);
      t.mock.restoreAll();
    }
  });

  it('is seen by the owner who wants to see member ids, and by nobody else', async (t) => {
    const config = { members: { block: [MEMBER] }, abuse: { memberIds: true } };
    const { seen } = await useSite(t, grant, config);
    assert.ok(hits(seen.behind, MEMBER).length > 0);
    assert.deepEqual(hits(seen.byOthers, MEMBER), []);
    assert.deepEqual(hits([...seen.behind, ...seen.byMember, ...seen.byOthers], ...Object.values(SECRETS)), []);
  });
});
