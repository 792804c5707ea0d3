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

/** What nobody waits for any more. */
const ABORTED: Failure = { code: 'no-reply' };

/** The proof does not count, or is not to be had any more: perhaps the site's owner has changed what is asked for. */
const UNPROVED: Failure['code'][] = ['challenge-failed', 'not-found'];

const isUnproved = ({ code, errors }: Failure): boolean | undefined =>
  UNPROVED.includes(code) || errors?.some(({ field }) => field === 'proof.ticket');

/** Sends claims: each press with an idempotency key of its own, and with what shows that no bot makes it. */
export class ClaimSender {
  readonly #flow: ClaimFlow;
  readonly #hooks: ChallengeHooks;
  /** What proves the claim, where the action asks for that; undefined where that does not come. */
  #prover: Promise<Prover | undefined> | undefined;
  /** The claim that may be on its way, as content and as sent. */
  #press: { content: string; body: string; key: string } | undefined;
  /** Whether a claim waits for its proof. */
  checking = false;

  constructor(flow: ClaimFlow, hooks: ChallengeHooks) {
    this.#flow = flow;
    this.#hooks = hooks;
  }

  /** Makes the next claim a new one. */
  forget(): void {
    this.#press = undefined;
  }

  /** To be told of each change of the flow. */
  changed(): void {
    const { site, view } = this.#flow;
    const { action } = site;
    void this.#loadProver()?.then((prover) => prover?.keepTicket(action, view?.ticket));
  }

  /** Begins with the proof of the claim that the visitor is likely to make. */
  prepare(): void {
    const { asksMember, memberId, site } = this.#flow;
    const member = asksMember ? memberId : site.memberId;
    if (member || !asksMember) void this.#loadProver()?.then((prover) => prover?.prepare(member));
  }

  /** Sends a claim. Where its proof does not count, it is sent once more with another. */
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

  /** Asks for the claim, once. The same one again, after a failure that leaves its outcome open, is no second claim. */
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

  /** What proves is loaded where there is something to prove, and anew where it did not come. */
  #loadProver(): Promise<Prover | undefined> | undefined {
    const { challenge, ticket } = this.#flow.view ?? {};
    if (!challenge && !ticket) return undefined;
    return (this.#prover ??= loadPart(() => import('./challenge/prover.ts')).then(
      ({ Prover }) => new Prover(this.#flow, this.#hooks),
      () => (this.#prover = undefined),
    ));
  }

  /** Tells the visitor what they wait for. */
  #tell(checking: boolean): void {
    this.checking = checking;
    this.#flow.changed();
  }
}
