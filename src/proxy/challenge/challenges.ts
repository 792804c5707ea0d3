import type { AltchaChallenge, Proof } from '../../contract/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { ChallengeConfig, ConfigOutput } from '../config/index.ts';
import type { Metrics } from '../metrics.ts';
import { once } from '../once.ts';
import { type ProblemReply, RequestProblem } from '../problem.ts';
import { altchaChallenge } from './altcha.ts';
import { type Challenge, failed } from './challenge.ts';
import { Effort } from './effort.ts';
import { serviceChallenge, type ServiceChallengeContext } from './service-challenge.ts';
import { SERVICES } from './services.ts';

export interface ChallengesContext extends ServiceChallengeContext {
  ledger: Ledger;
  metrics: Metrics;
}

/** A claim that is to show that no bot makes it. */
export interface Claimant {
  action: string;
  memberId: string;
  proof: Proof | undefined;
  idempotency: { key: string; fingerprint: string } | null;
  /** Whoever may show the same proof again. */
  holder: string;
}

const USED = 'The check that you are not a robot was used for another request already. Please try again.';

/** The challenges of all actions that have one. */
export class Challenges {
  readonly #context: ChallengesContext;
  readonly #byAction: ReadonlyMap<string, Challenge>;

  constructor(config: ConfigOutput, context: ChallengesContext) {
    this.#context = context;
    const secret = once(() => config.challengeSecret ?? this.#secretOfOwn());
    const origins = config.origins.map((origin) => new URL(origin).hostname);
    const entries = Object.entries(config.actions).flatMap(([action, { challenge }]): [string, Challenge][] =>
      challenge ? [[action, this.#make(action, challenge, secret, origins)]] : [],
    );
    this.#byAction = new Map(entries);
  }

  /** A new challenge for the member. Throws `RequestProblem` where the action has none, or one that is not the proxy's to make. */
  async issue(action: string, memberId: string): Promise<AltchaChallenge> {
    const issued = await this.#byAction.get(action)?.issue?.(memberId);
    if (issued) return issued;
    throw new RequestProblem({ code: 'not-found', detail: 'This action has no challenge to be fetched.' });
  }

  /**
   * Lets a claim through that shows a solved challenge, which is used up with that, or that repeats one which was answered
   * before. Throws `RequestProblem` for any other.
   */
  async admit(claimant: Claimant): Promise<void> {
    const { action, idempotency, holder } = claimant;
    const challenge = this.#byAction.get(action);
    if (!challenge) return;
    const { ledger, metrics } = this.#context;
    if (idempotency && (await ledger.replay(idempotency))) return;
    const checked = await challenge.check(claimant);
    const problem = 'problem' in checked ? checked.problem : await this.#useUp(checked.once, holder);
    if (!problem) return;
    metrics.claim(action, problem.code);
    throw new RequestProblem(problem);
  }

  async #useUp(shown: { id: string; expiresAt: number }, holder: string): Promise<ProblemReply | null> {
    return (await this.#context.ledger.consume({ ...shown, holder })) ? null : failed(USED).problem;
  }

  #make(action: string, settings: ChallengeConfig, secret: () => string, origins: readonly string[]): Challenge {
    const { now, logger } = this.#context;
    if (settings.type === 'altcha') {
      const effort = new Effort(settings.usualPerMinute, now);
      return altchaChallenge({ action, secret: secret(), effort, now });
    }
    const { name, testSecrets } = SERVICES[settings.type];
    if (testSecrets.has(settings.secret)) {
      logger.warn({ action }, `the challenge has a secret of ${name} for tests, so it keeps nobody out`);
    }
    const { hostnames = origins } = settings;
    return serviceChallenge({ ...settings, action, hostnames: new Set(hostnames) }, this.#context);
  }

  #secretOfOwn(): string {
    this.#context.logger.warn(
      {},
      'challengeSecret is not set, so this process made one up: challenges do not outlive it, and several processes need the same one. Set REWARDS_CHALLENGE_SECRET, made with "openssl rand -base64 32"',
    );
    return crypto.randomUUID() + crypto.randomUUID();
  }
}
