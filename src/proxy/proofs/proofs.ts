import { once } from '../../common/once.ts';
import { within } from '../../common/within.ts';
import { textIn } from '../config/visitor-text.ts';
import { type ProblemReply, throttled, tryAgainIn } from '../http/problem.ts';
import type { ProofConfig } from './proof-config.ts';
import { answersTo } from './fields.ts';
import { type Finding, type Proof, type ProofClaim, UNAVAILABLE } from './proof.ts';
import type { ProofsContext } from './ready.ts';

/** The settings of the config that concern proofs. */
export interface ProofsSettings {
  actions: Readonly<Record<string, { verify?: ProofConfig | undefined; verifySeconds: number }>>;
}

/** The claim to be proved, and the visitor's languages. */
export interface Claimant extends Omit<ProofClaim, 'signal'> {
  languages: readonly string[];
}

/** What the claim stores and uses up, or why it is not let through. */
export type Proved = Omit<Extract<Finding, { kind: 'ok' }>, 'kind'> | { problem: ProblemReply };

/** The proofs of an action. */
interface Asked {
  proof: () => Promise<Proof>;
  limitMs: number;
  /** The names of all fields for answers to proofs. */
  answers: readonly string[];
}

const RETRY_S = 15;
/** Tells the widget that claiming again may succeed. */
const UNKNOWN = [{ field: 'proof', message: 'cannot be found out' }];

/** Loaded with the first claim that needs it: most sites have no proofs. */
const loadProofs = async () => import('./ready.ts');

/** The proofs of all actions that have one. */
export class Proofs {
  readonly #byAction: ReadonlyMap<string, Asked>;

  constructor({ actions }: ProofsSettings, context: ProofsContext) {
    const entries = Object.entries(actions).flatMap(([action, { verify, verifySeconds }]): [string, Asked][] => {
      if (!verify) return [];
      const answers = answersTo(verify).map(({ name }) => name);
      const proof = once(async () => {
        const { proofOf } = await loadProofs();
        return proofOf(verify, action, context);
      });
      return [[action, { proof, limitMs: verifySeconds * 1000, answers }]];
    });
    this.#byAction = new Map(entries);
  }

  /** Checks the action's proofs; null if it has none. Rejects if the ledger fails. */
  async check(claimant: Claimant): Promise<Proved | null> {
    const asked = this.#byAction.get(claimant.action);
    if (!asked) return null;
    const finding = await inTime(await asked.proof(), asked.limitMs, claimant);
    return finding.kind === 'ok' ? finding : { problem: problemIn(finding, asked, claimant.languages) };
  }
}

async function inTime(proof: Proof, limitMs: number, claimant: Claimant): Promise<Finding> {
  const late = new AbortController();
  const work = (async () => proof({ ...claimant, signal: late.signal }))();
  const end = (): Error => {
    late.abort(new Error(`it took longer than ${limitMs} ms`));
    return new Late();
  };
  return within(limitMs, work, end).catch((error: unknown) => {
    if (error instanceof Late) return UNAVAILABLE;
    throw error;
  });
}

class Late extends Error {
  override name = 'Late';
}

function problemIn(
  finding: Exclude<Finding, { kind: 'ok' }>,
  { answers }: Asked,
  languages: readonly string[],
): ProblemReply {
  if (finding.kind === 'unavailable') {
    const detail = `Whether you may claim this cannot be found out at the moment. ${tryAgainIn(RETRY_S)}`;
    return { ...throttled(detail, RETRY_S), errors: UNKNOWN };
  }
  const { reason, progress } = finding;
  const shown = {
    ...(reason !== undefined && { reason: textIn(reason, languages) }),
    ...(progress && { progress }),
  };
  if (finding.kind === 'not-yet') {
    const { retryAfter, detail: own = `This is not confirmed yet. ${tryAgainIn(retryAfter)}`, errors } = finding;
    const detail = shown.reason ?? own;
    return { code: 'not-yet', detail, retryAfter, ...shown, ...(errors && { errors }) };
  }
  // A visitor who guesses must not learn which of several answers was wrong.
  const wrong = finding.isAnswer && answers.map((name) => ({ field: `fields.${name}`, message: 'is not right' }));
  const errors = wrong ?? finding.errors;
  return { code: 'not-proved', detail: shown.reason ?? finding.detail, ...shown, ...(errors && { errors }) };
}
