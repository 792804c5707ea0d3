import type { Proof } from '../../contract/challenge.ts';
import type { Claim } from '../../contract/claim.ts';
import { readClaim } from '../../contract/read-claim.ts';
import type { Prover } from './challenge/prover.ts';
import type { ChallengeHooks, Solved } from './challenge/solver.ts';
import type { ClaimFlow } from './claim-flow.ts';
import { failureOf } from './failure.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { inLanguage } from './in-language.ts';
import { loadPart } from './load-part.ts';
import type { ClaimContent, Failure } from './types.ts';

/** The failure of a run that was aborted. */
const ABORTED: Failure = { code: 'no-reply' };

/** The proof is not accepted, or no longer available: the site's owner may have changed what is required. */
const UNPROVED: Failure['code'][] = ['challenge-failed', 'not-found'];

const isUnproved = ({ code, errors }: Failure): boolean | undefined =>
  UNPROVED.includes(code) || errors?.some(({ field }) => field === 'proof.ticket');

/** Sends claims: each press with its own idempotency key, and with the proof that it is not from a bot. */
export class ClaimSender {
  readonly #flow: ClaimFlow;
  readonly #hooks: ChallengeHooks;
  /** Makes the proofs of claims, if the action needs any; undefined if it cannot be loaded. */
  #prover: Promise<Prover | undefined> | undefined;
  /** The claim that may be in flight: its content, and the request as it was sent. */
  #press: { content: string; body: string; key: string } | undefined;
  /** Whether a claim waits for its proof. */
  checking = false;

  constructor(flow: ClaimFlow, hooks: ChallengeHooks) {
    this.#flow = flow;
    this.#hooks = hooks;
  }

  /** Makes the next press a new claim. */
  forget(): void {
    this.#press = undefined;
  }

  /** Call after each change of the flow. */
  changed(): void {
    const { site, view } = this.#flow;
    const { action } = site;
    void this.#loadProver()?.then((prover) => prover?.keepTicket(action, view?.ticket));
  }

  /** Starts the proof for the most likely next claim. */
  prepare(): void {
    const { asksMember, memberId, site } = this.#flow;
    const member = asksMember ? memberId : site.memberId;
    if (member || !asksMember) void this.#loadProver()?.then((prover) => prover?.prepare(member));
  }

  /** Sends a claim. If its proof is not accepted, it is sent once more with another proof. */
  async send(content: ClaimContent, signal: AbortSignal): Promise<Claim | Failure> {
    const flow = this.#flow;
    const outcome = await this.#post(content, signal);
    if (signal.aborted || !('code' in outcome) || !isUnproved(outcome)) return outcome;
    this.forget();
    (await this.#prover)?.dropTicket();
    flow.view = flow.read(await flow.fetchAction(signal)) ?? flow.view;
    this.changed();
    return signal.aborted ? ABORTED : this.#post(content, signal);
  }

  /**
   * Sends the claim once. After a failure that leaves the outcome open, the same content is sent with the same key, so that it is not a second claim.
   */
  async #post(claim: ClaimContent, signal: AbortSignal): Promise<Claim | Failure> {
    const content = JSON.stringify(claim);
    if (this.#press?.content !== content) {
      const solved = await this.#prove(claim.memberId ?? '');
      if (signal.aborted) return ABORTED;
      if ('failure' in solved) return solved.failure;
      this.#press = { content, body: JSON.stringify({ ...claim, ...solved }), key: newIdempotencyKey() };
    }
    const { body, key } = this.#press;
    const shown = await this.#flow.api.claimHeaders?.();
    if (signal.aborted) return ABORTED;
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...shown };
    const answer = await this.#flow.api.send(inLanguage(`${this.#flow.actionPath}/claims`, this.#flow.site), {
      method: 'POST',
      headers,
      body,
      signal,
    });
    const made = answer.response?.ok ? readClaim(answer.body) : undefined;
    if (made) (await this.#prover)?.dropTicket();
    return made ?? failureOf(answer);
  }

  async #prove(memberId: string): Promise<Solved | { proof?: Proof }> {
    const loading = this.#loadProver();
    if (!loading) return {};
    this.#tell(!!this.#flow.view?.challenge);
    const solved = await (await loading)?.prove(memberId);
    this.#tell(false);
    return solved ?? { failure: failureOf({}) };
  }

  /** The prover is only loaded if there is something to prove, and loaded again if that failed. */
  #loadProver(): Promise<Prover | undefined> | undefined {
    const { challenge, ticket } = this.#flow.view ?? {};
    if (!challenge && !ticket) return undefined;
    return (this.#prover ??= loadPart(() => import('./challenge/prover.ts')).then(
      ({ Prover }) => new Prover(this.#flow, this.#hooks),
      () => (this.#prover = undefined),
    ));
  }

  /** Shows the visitor what they wait for. */
  #tell(checking: boolean): void {
    this.checking = checking;
    this.#flow.changed();
  }
}
