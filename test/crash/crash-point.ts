import type { ClaimRecord, ClaimState, GrantRecord, GrantState, Ledger } from '../../src/ledger/index.ts';
import { createProxy, type RewardsConfig } from '../../src/proxy/index.ts';
import { CountingService, type Plan } from './counting-service.ts';
import { executionKey } from './faulty-service.ts';
import { allClaims, brokenInvariants, type Shown } from './invariants.ts';
import { Life, type Step } from './life.ts';
import { outcome } from './outcomes.ts';
import type { Bug } from './seeded-bugs.ts';
import { Visitor } from './visitor.ts';

const role = { id: '998877665544332211', name: 'Attendee' };

/** What is claimed. There is one seat of each, so that a seat which is not given back is missed. */
const ACTIONS = {
  points: { title: 'Points', repeats: 'once', points: 10, remark: 'points', capacity: 1 },
  role: { title: 'Role', repeats: 'once', role, remark: 'role', capacity: 1, acceptTypedRole: true },
  both: { title: 'Both', repeats: 'once', points: 5, role, remark: 'both', capacity: 1, acceptTypedRole: true },
} satisfies RewardsConfig['actions'];

/** Where a proxy dies, on its way through a claim of the action whose calls go as planned. */
export interface CrashPoint {
  action: keyof typeof ACTIONS;
  plan: Plan;
  /** The step at which it dies; null if it lives on. */
  step: string | null;
  /** A request that is on its way at that step is executed only after the next proxy has recovered; otherwise never. */
  late?: boolean;
  bug?: Bug | undefined;
}

/** What came of it. */
export interface CrashReport {
  /** The steps that the first proxy reached. */
  steps: Step[];
  /** Whether a request that asks for something was on its way when it died. */
  onTheWay: boolean;
  /** What is wrong, in words. */
  broken: string[];
}

const MEMBER = '81234567890123456';
const NOON = Date.UTC(2026, 2, 10, 12);
/** Longer than any deadline. */
const DEADLINE_MS = 600_000;
/** Longer than the waits before a role is assigned again. */
const BACKOFF_MS = 61_000;
const MAX_ATTEMPTS = 3;
const GRANTS: Plan = { points: [outcome('granted')], role: [outcome('granted')] };

/** How the same press is answered again, by the state of its claim. */
const REPEATED: Record<ClaimState, number[]> = {
  granted: [201],
  pending: [202],
  refused: [422, 503],
  released: [502, 503],
};

/** What recovery makes of a grant. An unknown role may meanwhile have been assigned again. */
const RECOVERED: Record<GrantState, GrantState[]> = {
  reserved: ['released'],
  sent: ['unknown'],
  granted: ['granted'],
  refused: ['refused'],
  released: ['released'],
  unknown: ['unknown', 'granted'],
};

/**
 * Lets a proxy die in the middle of a claim, starts the next one on the same store after the deadline, and judges what the
 * member is left with and can still do. The store is empty at first, and reached over a connection each.
 */
export async function crashAt(
  [doomed, next]: [Ledger, Ledger],
  { action, plan, step, late = false, bug }: CrashPoint,
): Promise<CrashReport> {
  const service = new CountingService();
  const clock = { now: NOON };
  const broken: string[] = [];
  const shown: Shown[] = [];
  const lives: Life[] = [];

  function bear(ledger: Ledger, calls: Plan, endsAt: string | null): Visitor {
    const life = new Life(endsAt);
    lives.push(life);
    const transport = service.transport(life, calls);
    const proxy = createProxy({
      service: { baseUrl: 'https://service.example', apiKey: 'crash-key', connectTimeoutMs: 1 },
      origins: ['https://example.org'],
      limits: false,
      actions: ACTIONS,
      ledger: life.ledger(bug?.ledger?.(ledger) ?? ledger),
      transport: bug?.transport?.(transport) ?? transport,
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      now: () => clock.now,
      env: {},
    });
    return new Visitor(proxy, life, ledger);
  }

  async function press(visitor: Visitor, key: string, expected?: number[]): Promise<void> {
    const award = executionKey(MEMBER, action, 'points');
    const awards = service.executions.get(award);
    const { status, id } = await visitor.claim(action, MEMBER, key);
    if (status === 201 && id !== null) shown.push({ id, action, memberId: MEMBER });
    if (!expected) return;
    if (!expected.includes(status)) broken.push(`${key} is answered ${status}, not ${expected.join(' or ')}`);
    if (status !== 201 && awards !== service.executions.get(award))
      broken.push(`${key} paid, but is answered ${status}`);
  }

  /** Holds what is there against the invariants, and returns the member's claim. */
  async function judge(when: string): Promise<ClaimRecord | null> {
    const claims = await allClaims(next);
    const found = await brokenInvariants(next, claims, service.executions, shown, { [action]: ACTIONS[action] });
    broken.push(...found.map((text) => `${when}: ${text}`));
    return claims.at(-1) ?? null;
  }

  try {
    const first = bear(doomed, plan, step);
    const lived = await first.untilDeath(async () => {
      await first.start();
      await press(first, 'press-1');
      await lives[0]?.reach('the visitor is answered');
      for (let retries = 1; retries < plan.role.length && !lives[0]?.over; retries += 1) {
        clock.now += BACKOFF_MS;
        await first.look(action);
      }
    });
    if (lived && step !== null) throw new Error(`the step “${step}” was not reached`);
    await lives[0]?.landed();
    const left = await allClaims(next);

    clock.now += DEADLINE_MS;
    const second = bear(next, GRANTS, null);
    await second.start();
    let claim = await judge('after recovery');
    broken.push(...grantsOf(left.at(-1)).flatMap((grant, index) => flawOf(grant, grantsOf(claim)[index])));
    if (late) service.onTheWay?.();

    for (let retries = 1; retries < MAX_ATTEMPTS && grantsOf(claim).some(isRetried); retries += 1) {
      clock.now += BACKOFF_MS;
      await second.look(action);
      claim = await judge('after a retry');
    }
    if (grantsOf(claim).some(isRetried)) broken.push('a role is left unknown, and not assigned again');

    await press(second, 'press-1', claim ? REPEATED[claim.state] : [201]);
    claim = (await allClaims(next)).at(-1) ?? null;
    await press(second, 'press-2', claim?.state === 'granted' ? [409] : claim?.state === 'pending' ? [202] : [201]);
    await judge('after another press');
    return { steps: lives[0]?.steps ?? [], onTheWay: service.onTheWay !== null, broken };
  } finally {
    for (const life of lives) life.bury();
  }
}

const quiet = (): void => {};

const grantsOf = (claim: ClaimRecord | null | undefined): GrantRecord[] => claim?.grants ?? [];

function isRetried({ order, state, attempts }: GrantRecord): boolean {
  return order.kind === 'role' && state === 'unknown' && attempts < MAX_ATTEMPTS;
}

function flawOf(before: GrantRecord, after: GrantRecord | undefined): string[] {
  const state = after?.state;
  if (state !== undefined && RECOVERED[before.state].includes(state)) return [];
  return [`recovery made ${state} of ${before.state} ${before.order.kind}`];
}
