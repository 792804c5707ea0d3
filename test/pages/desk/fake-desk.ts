import type {
  AuditView,
  ClaimDetail,
  ClaimLine,
  ClaimPage,
  DecisionRequest,
  DeskView,
  GiftFileView,
  GiftRequest,
  GiftRunView,
  HealthView,
  SumsView,
} from '../../../src/desk/api-types.ts';
import type { Asked } from '../page-frame.ts';
import { PageFrame, type PageFrameOptions } from '../page-frame.ts';

export const NOON = Date.UTC(2026, 10, 26, 12);
const MINUTE = 60_000;
export const ALICE = '739204618530271847';
export const MALLORY = '284915730264819777';

/** A claim whose reply was lost. */
const lostClaim = (id: string, memberId: string, createdAt: number): ClaimLine => ({
  id,
  action: 'daily',
  memberId,
  state: 'pending',
  createdAt,
  grants: [{ order: { kind: 'points', points: 10, remark: 'Daily check-in' }, state: 'unknown' }],
});

/** The desk's handler, as far as the page asks it: two claims wait, a minute apart. */
export class FakeDesk {
  desk: DeskView = {
    who: null,
    timeZone: 'Europe/London',
    actions: [{ name: 'daily', title: 'Daily check-in', capacity: 20, budget: null, hasCode: false }],
    services: ['harbour', 'lighthouse'],
    now: NOON,
    canLeave: true,
  };
  waiting = [lostClaim('claim-1', ALICE, NOON), lostClaim('claim-2', MALLORY, NOON + MINUTE)];
  /** How many wait in all; null for those of the list. */
  count: number | null = null;
  claims: ClaimPage = { claims: [{ ...lostClaim('claim-0', ALICE, NOON), state: 'granted' }], next: null };
  health: HealthView = { findings: [], newestClaimAt: NOON, checkedAt: NOON };
  sums: SumsView = { days: [], held: [] };
  audit: AuditView = { entries: [], next: null };
  check: GiftFileView | null = null;
  file: GiftRunView | null = null;
  readonly decisions: DecisionRequest[] = [];
  readonly gifts: GiftRequest[] = [];
  /** What is answered with an error, by method and path. */
  readonly broken = new Map<string, Response>();

  open(options: Partial<PageFrameOptions> = {}): Promise<PageFrame> {
    return PageFrame.open({ page: '/src/desk/page/', server: (asked) => this.#answer(asked), ...options });
  }

  #answer(asked: Asked): Response {
    const { method, path } = asked;
    const [route = '', id = ''] = path.replace(/\?.*/, '').slice('/api/'.length).split('/');
    const broken = this.broken.get(`${method} ${route}`);
    return broken?.clone() ?? Response.json(this.#reply(`${method} ${route}`, id, asked.body));
  }

  #reply(question: string, id: string, body: unknown): unknown {
    switch (question) {
      case 'GET desk':
        return this.desk;
      case 'GET waiting':
        return {
          claims: this.waiting,
          next: null,
          count: this.count ?? this.waiting.length,
          oldestAt: this.waiting[0]?.createdAt ?? null,
        };
      case 'GET claims':
        return id === '' ? this.claims : this.#detail(id);
      case 'GET health':
        return this.health;
      case 'GET sums':
        return this.sums;
      case 'GET audit':
        return this.audit;
      case 'GET gift-file':
        return this.file;
      case 'POST gift-file':
        return this.check;
      case 'POST gifts':
        return this.#give(body as GiftRequest);
      case 'POST decisions':
        return this.#decide(body as DecisionRequest);
      case 'POST session':
      case 'DELETE session':
        return {};
    }
    throw new Error(`nobody answers ${question}`);
  }

  #detail(id: string): ClaimDetail {
    const line = this.waiting.find((claim) => claim.id === id) ?? lostClaim(id, ALICE, NOON);
    const more = { index: 0, attempts: 1, deadline: NOON, echo: null, evidence: { status: 504 } };
    return {
      claim: {
        ...line,
        service: 'harbour',
        period: '2026-11-26',
        nextClaimAt: null,
        streak: null,
        fields: null,
        updatedAt: line.createdAt,
        grants: line.grants.map((grant) => ({ ...grant, ...more })),
      },
      reference: `reference-${id}`,
      history: [],
    };
  }

  #give(gift: GiftRequest): object {
    this.gifts.push(gift);
    return { status: 'granted', key: gift.key, memberId: gift.memberId, claimId: null, repeated: false, reason: null };
  }

  #decide(decision: DecisionRequest): object {
    this.decisions.push(decision);
    this.waiting = this.waiting.filter(({ id }) => !decision.ids.includes(id));
    return { results: decision.ids.map((id) => ({ id, outcome: 'decided', state: decision.state })) };
  }
}
