import { fingerprint } from '../../common/fingerprint.ts';
import type { ClaimBody } from '../../contract/index.ts';
import { type ClaimRecord, type Link, type Period, periodAt } from '../../ledger/index.ts';
import type { Action } from '../actions/action.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ClaimVerdict } from './claim-verdict.ts';
import type { Excluded } from './excluded.ts';
import { slotName } from './in-flight.ts';
import type { SingleUse } from './single-use.ts';
import type { CallPermit } from './call-permit.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * What a gate is about, which decides what becomes of a request that it stops.
 * - `reading`: what the request says. Nothing can be looked up before all of it is known.
 * - `limits`: how much is asked for, which is counted apart.
 * - `claiming`: whether the claim may be made; the outcome is counted as one of a claim.
 */
export type Stage = 'reading' | 'limits' | 'claiming';

/** What a claim is asked for with: the visitor's request, or what the owner's own system has told. */
export type ClaimAttempt = { action: Action; exchange: Exchange } & (
  | { request: Incoming; told?: undefined }
  | { told: Told; request?: undefined }
);

/** What is known of a claim before any gate, as the owner's own system, or the owner, has said it. */
export interface Told {
  memberId: string;
  idempotencyKey: string;
  singleUses: readonly SingleUse[];
  /** Whether the owner gives it by hand, whom no limit for members concerns. */
  byOwner?: boolean;
  /** The period, where that is none of the action's. */
  period?: Period;
  /** The claims of earlier tries, which came to nothing. */
  triesBefore?: readonly string[];
  /** What the key goes with beside action and member. */
  content?: unknown;
  /** What is kept with the claim. */
  fields?: ClaimRecord['fields'];
}

/** A claim on its way through the gates: what was asked, and what each gate has found out so far. */
export class ClaimContext {
  readonly action: Action;
  readonly exchange: Exchange;
  /** Whether a visitor asks, who has to say who they are and what else the action wants to know. */
  readonly isOfVisitor: boolean;
  /** Whether the owner gives it by hand. */
  readonly isGift: boolean;
  /** What is good for one claim, which is this one if it is made. */
  readonly singleUses: SingleUse[];
  /** The claims of earlier tries, which came to nothing. */
  readonly triesBefore: readonly string[];
  /** What the gate is about that the claim has come to. */
  stage: Stage = 'reading';
  body: ClaimBody = {};
  idempotencyKey: string | null;
  /** What was filled in, and is kept with the claim. */
  fields: ClaimRecord['fields'];
  /** The same with the answers to the proofs, which are not kept. */
  answers: Readonly<Record<string, string | number | boolean>> = {};
  /** What shows that there is something to claim. */
  evidence: readonly object[] = [];
  /** What belongs to the member from this claim on. */
  links: readonly Link[] = [];
  /** What the member may not have claimed as well. */
  excludes: readonly Excluded[] = [];
  /** The leave to call the service, once there is one. */
  permit: CallPermit | null = null;
  readonly #request: Incoming | undefined;
  readonly #told: Told | undefined;
  #memberId: string | null;
  #idempotency: { key: string; fingerprint: string } | null = null;
  readonly #releases: (() => void)[] = [];
  readonly #hooks: ((verdict: ClaimVerdict) => void | Promise<void>)[] = [];
  readonly #ends: ((verdict: ClaimVerdict | null) => void)[] = [];

  constructor({ action, request, exchange, told }: ClaimAttempt) {
    this.action = action;
    this.#request = request;
    this.exchange = exchange;
    this.#told = told;
    this.isOfVisitor = told === undefined;
    this.isGift = told?.byOwner === true;
    this.fields = told?.fields ?? null;
    this.singleUses = [...(told?.singleUses ?? [])];
    this.triesBefore = told?.triesBefore ?? [];
    this.idempotencyKey = told?.idempotencyKey ?? null;
    this.#memberId = told?.memberId ?? null;
  }

  /** What the visitor has sent. Throws `Error` if no visitor asks. */
  get request(): Incoming {
    if (!this.#request) throw new Error('a gate asks for the request of a claim that no visitor makes');
    return this.#request;
  }

  /** Throws `Error` as long as it is not known who the member is. */
  get memberId(): string {
    if (this.#memberId === null) throw new Error('a gate asks for the member before it is known who that is');
    return this.#memberId;
  }

  set memberId(memberId: string) {
    this.#memberId = memberId;
  }

  /** The name under which the member's claims of the action are followed. */
  get slot(): string {
    return slotName(this.memberId, this.action.name);
  }

  /** The key of the request with the hash of all that was asked; null if there is no key. */
  get idempotency(): { key: string; fingerprint: string } | null {
    if (this.idempotencyKey === null) return null;
    const { action, body, idempotencyKey, memberId } = this;
    const named = body.memberId === undefined ? body : { ...body, memberId };
    const content = this.#told?.content ?? named;
    this.#idempotency ??= { key: idempotencyKey, fingerprint: fingerprint([action.name, memberId, content]) };
    return this.#idempotency;
  }

  /** The period that it is made in at `now` (epoch milliseconds). */
  periodAt(now: number): Period {
    return this.#told?.period ?? periodAt(this.action.rule, now);
  }

  /** What this request and its repetitions have in common, and no other request has. */
  readonly requestName = (): string => {
    const { idempotency } = this;
    return idempotency ? fingerprint(idempotency) : crypto.randomUUID();
  };

  /** Is called, the latest first, once the claim was tried, before it is known what the visitor is told. */
  onTried(release: () => void): void {
    this.#releases.push(release);
  }

  /** Is told what the claim came to. */
  onVerdict(hook: (verdict: ClaimVerdict) => void | Promise<void>): void {
    this.#hooks.push(hook);
  }

  /** Is called at the end, whatever happens; with null if something failed. */
  onEnd(end: (verdict: ClaimVerdict | null) => void): void {
    this.#ends.push(end);
  }

  tried(): void {
    for (const release of this.#releases.toReversed()) release();
  }

  async judged(verdict: ClaimVerdict): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were hooked in
    for (const hook of this.#hooks) await hook(verdict);
  }

  ended(verdict: ClaimVerdict | null): void {
    for (const end of this.#ends) end(verdict);
  }
}
