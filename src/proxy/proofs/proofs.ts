import { within } from '../../common/within.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import { textIn } from '../config/visitor-text.ts';
import { type ProblemReply, throttled, tryAgainIn } from '../http/problem.ts';
import type { MemberIds } from '../identity/index.ts';
import { codeProof } from './code.ts';
import { all, any, not } from './combine.ts';
import type { ProofConfig } from './config.ts';
import { type EndpointContext, endpointProof } from './endpoint.ts';
import { answersTo } from './fields.ts';
import { listProof } from './list.ts';
import { ownProof } from './own-function.ts';
import { prerequisiteProof } from './prerequisite.ts';
import { type Finding, type Proof, UNAVAILABLE, type VerifyClaim } from './proof.ts';
import { quizProof } from './quiz.ts';
import { rotatingCodeProof } from './rotating-code.ts';

/** What the config says of proofs. */
export interface ProofsSettings {
  actions: Readonly<Record<string, { verify?: ProofConfig | undefined; verifySeconds: number }>>;
}

export interface ProofsContext extends EndpointContext {
  ledger: Pick<Ledger, 'grantedTo'>;
  ids: MemberIds;
}

/** The claim to be proved, and the languages that the visitor reads. */
export interface Claimant extends Omit<VerifyClaim, 'signal'> {
  languages: readonly string[];
}

/** What the claim is kept with and uses up, or why it is not let through. */
export type Proved = { evidence: readonly object[]; singleUses: readonly SingleUse[] } | { problem: ProblemReply };

/** A proof of an action, ready for use. */
interface Ready {
  proof: Proof;
  limitMs: number;
  /** The names of all fields that the visitor answers in. */
  answers: readonly string[];
}

const RETRY_S = 15;

/** The proofs of all actions that have one. */
export class Proofs {
  readonly #byAction: ReadonlyMap<string, Ready>;

  constructor({ actions }: ProofsSettings, context: ProofsContext) {
    const entries = Object.entries(actions).flatMap(([action, { verify, verifySeconds }]): [string, Ready][] => {
      if (!verify) return [];
      const answers = answersTo(verify).map(({ name }) => name);
      return [[action, { proof: proofOf(verify, action, context), limitMs: verifySeconds * 1000, answers }]];
    });
    this.#byAction = new Map(entries);
  }

  /** What is found out; null where the action asks for nothing. Rejects where the ledger fails. */
  async check(claimant: Claimant): Promise<Proved | null> {
    const ready = this.#byAction.get(claimant.action);
    if (!ready) return null;
    const finding = await inTime(ready, claimant);
    return finding.kind === 'ok' ? finding : { problem: problemIn(finding, ready, claimant.languages) };
  }
}

async function inTime({ proof, limitMs }: Ready, { action, memberId, fields }: Claimant): Promise<Finding> {
  const late = new AbortController();
  const work = (async () => proof({ action, memberId, fields, signal: late.signal }))();
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
  { answers }: Ready,
  languages: readonly string[],
): ProblemReply {
  if (finding.kind === 'unavailable') {
    return throttled(`Whether you may claim this cannot be found out at the moment. ${tryAgainIn(RETRY_S)}`, RETRY_S);
  }
  const { reason, progress } = finding;
  const shown = {
    ...(reason !== undefined && { reason: textIn(reason, languages) }),
    ...(progress && { progress }),
  };
  if (finding.kind === 'not-yet') {
    const { retryAfter } = finding;
    const detail = shown.reason ?? `This is not confirmed yet. ${tryAgainIn(retryAfter)}`;
    return { code: 'not-yet', detail, retryAfter, ...shown };
  }
  // Whoever guesses is not told which of several answers was wrong.
  const errors = finding.isAnswer && answers.map((name) => ({ field: `fields.${name}`, message: 'is not right' }));
  return { code: 'not-proved', detail: shown.reason ?? finding.detail, ...shown, ...(errors && { errors }) };
}

function proofOf(config: ProofConfig, action: string, context: ProofsContext): Proof {
  const proof = kindOf(config, action, context);
  const { refusal } = config;
  if (refusal === undefined) return proof;
  return async (claim) => {
    const finding = await proof(claim);
    return finding.kind === 'refuse' ? { ...finding, reason: refusal } : finding;
  };
}

function kindOf(config: ProofConfig, action: string, context: ProofsContext): Proof {
  switch (config.type) {
    case 'all':
      return all(config.proofs.map((one) => proofOf(one, action, context)));
    case 'any':
      return any(config.proofs.map((one) => proofOf(one, action, context)));
    case 'not':
      return not(proofOf(config.proof, action, context));
    case 'function':
      return ownProof(config.verify, context);
    case 'code':
      return codeProof(action, config, context.now);
    case 'rotating-code':
      return rotatingCodeProof(config, context.now);
    case 'quiz':
      return quizProof(config);
    case 'prerequisite':
      return prerequisiteProof(config, context.ledger);
    case 'list':
      return listProof(config, context.ids);
    case 'http':
      return endpointProof(config, context);
  }
}
