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
 * The subject of a gate, which decides how a request that it stops is counted.
 * - `reading`: the content of the request. Nothing can be looked up before all of it is known.
 * - `limits`: the number of requests, which is counted separately.
 * - `claiming`: whether the claim may be made. The outcome is counted as that of a claim.
 */
export type Stage = 'reading' | 'limits' | 'claiming';

/** A claim that is asked for: with a visitor's request, or directly by the owner or one of the owner's systems. */
export type ClaimAttempt = { action: Action; exchange: Exchange } & (
  | { request: Incoming; direct?: undefined }
  | { direct: DirectClaim; request?: undefined }
);

/** A claim that an event or a gift asks for. There is no visitor, so all of it is known before the first gate. */
export interface DirectClaim {
  memberId: string;
  idempotencyKey: string;
  singleUses: readonly SingleUse[];
  /** Whether it is a gift of the owner, for which the limits for members do not count. */
  byOwner?: boolean;
  /** The period, if it is not one of the action's. */
  period?: Period;
  /** Ids of the claims of earlier attempts, which failed. */
  triesBefore?: readonly string[];
  /** What the fingerprint of the idempotency key covers besides action and member. */
  content?: unknown;
  /** Stored with the claim. */
  fields?: ClaimRecord['fields'];
}

/** A claim on its way through the gates: the request, and what the gates have found out so far. */
export class ClaimContext {
  readonly action: Action;
  readonly exchange: Exchange;
  /** Whether a visitor asks. Then the gates check identity, fields and proofs. */
  readonly isOfVisitor: boolean;
  /** Whether it is a gift of the owner. */
  readonly isGift: boolean;
  /** Tokens and the like that this claim uses up. */
  readonly singleUses: SingleUse[];
  /** Ids of the claims of earlier attempts, which failed. */
  readonly triesBefore: readonly string[];
  /** The stage of the current gate. */
  stage: Stage = 'reading';
  body: ClaimBody = {};
  idempotencyKey: string | null;
  /** The fields that are stored with the claim. */
  fields: ClaimRecord['fields'];
  /** The fields together with the answers to proofs, which are not stored. */
  answers: Readonly<Record<string, string | number | boolean>> = {};
  /** What the proofs have found. It is stored with the claim. */
  evidence: readonly object[] = [];
  /** What belongs to the member from this claim on. */
  links: readonly Link[] = [];
  /** Other claims that the member must not have. */
  excludes: readonly Excluded[] = [];
  /** The permit to call the service, once there is one. */
  permit: CallPermit | null = null;
  readonly #request: Incoming | undefined;
  readonly #direct: DirectClaim | undefined;
  #memberId: string | null;
  #idempotency: { key: string; fingerprint: string } | null = null;
  readonly #releases: (() => void)[] = [];
  readonly #hooks: ((verdict: ClaimVerdict) => void | Promise<void>)[] = [];
  readonly #ends: ((verdict: ClaimVerdict | null) => void)[] = [];

  constructor({ action, request, exchange, direct }: ClaimAttempt) {
    this.action = action;
    this.#request = request;
    this.exchange = exchange;
    this.#direct = direct;
    this.isOfVisitor = direct === undefined;
    this.isGift = direct?.byOwner === true;
    this.fields = direct?.fields ?? null;
    this.singleUses = [...(direct?.singleUses ?? [])];
    this.triesBefore = direct?.triesBefore ?? [];
    this.idempotencyKey = direct?.idempotencyKey ?? null;
    this.#memberId = direct?.memberId ?? null;
  }

  /** The visitor's request. Throws `Error` if no visitor makes the claim. */
  get request(): Incoming {
    if (!this.#request) throw new Error('a gate asks for the request of a claim that no visitor makes');
    return this.#request;
  }

  /** Throws `Error` if no gate has found out the member yet. */
  get memberId(): string {
    if (this.#memberId === null) throw new Error('a gate asks for the member before it is known who that is');
    return this.#memberId;
  }

  set memberId(memberId: string) {
    this.#memberId = memberId;
  }

  /** Identifies the claims of this member and action that are in flight. */
  get slot(): string {
    return slotName(this.memberId, this.action.name);
  }

  /** The key of the request, and a hash of its whole content; null if there is no key. */
  get idempotency(): { key: string; fingerprint: string } | null {
    if (this.idempotencyKey === null) return null;
    const { action, body, idempotencyKey, memberId } = this;
    const named = body.memberId === undefined ? body : { ...body, memberId };
    const content = this.#direct?.content ?? named;
    this.#idempotency ??= { key: idempotencyKey, fingerprint: fingerprint([action.name, memberId, content]) };
    return this.#idempotency;
  }

  /** The period of a claim that is made at `now` (epoch milliseconds). */
  periodAt(now: number): Period {
    return this.#direct?.period ?? periodAt(this.action.rule, now);
  }

  /** The same for this request and its repetitions, and different for all others. */
  readonly requestName = (): string => {
    const { idempotency } = this;
    return idempotency ? fingerprint(idempotency) : crypto.randomUUID();
  };

  /** Adds a function to call after the claim was tried, before the answer is known. The last one added is called first. */
  onTried(release: () => void): void {
    this.#releases.push(release);
  }

  /** Adds a function to call with the verdict. */
  onVerdict(hook: (verdict: ClaimVerdict) => void | Promise<void>): void {
    this.#hooks.push(hook);
  }

  /** Adds a function to call at the end in any case; with null if something failed. */
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
