import { type ProblemReply, throttled, tryAgainIn } from '../../http/problem.ts';
import type { InFlight } from '../in-flight.ts';
import type { KeptOutcomes } from '../kept-outcomes.ts';
import { RESTART_RETRY_S } from '../call-permit.ts';
import type { GateDefinition } from './gate.ts';

/** If so many outcomes wait for the ledger, no more claims are taken. */
const MAX_KEPT = 200;
const LEDGER_RETRY_S = 5;

/** Decides whether claims are taken: not while the proxy is closing, and not while too many outcomes wait for the ledger. */
export class Intake {
  readonly #kept: Pick<KeptOutcomes, 'count'>;
  #closed = false;

  constructor(kept: Pick<KeptOutcomes, 'count'>) {
    this.#kept = kept;
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  problem(): ProblemReply | null {
    if (this.#closed) return throttled(`The site is restarting. ${tryAgainIn(RESTART_RETRY_S)}`, RESTART_RETRY_S);
    if (this.#kept.count < MAX_KEPT) return null;
    return throttled(`The site cannot record anything at the moment. ${tryAgainIn(LEDGER_RETRY_S)}`, LEDGER_RETRY_S);
  }
}

/** From here on the claim is in flight: closing the proxy waits for it. */
export const intakeGate = {
  name: 'intake',
  stage: 'claiming',
  make:
    ({ intake, inFlight }) =>
    (context) => {
      const problem = intake.problem();
      if (!problem) context.onTried(inFlight.begin(context.slot));
      return problem;
    },
} satisfies GateDefinition<{ intake: Intake; inFlight: InFlight }>;
