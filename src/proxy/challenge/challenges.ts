import type { AltchaChallenge } from '../../contract/index.ts';
import { once } from '../../common/once.ts';
import { RequestProblem } from '../http/problem.ts';
import { altchaChallenge } from './altcha.ts';
import type { Challenge, ChallengedClaim, Checked } from './challenge.ts';
import type { ChallengeConfig } from './config.ts';
import { Effort } from './effort.ts';
import { serviceChallenge, type ServiceChallengeContext } from './service-challenge.ts';
import { madeUpSecret } from './made-up-secret.ts';
import { SERVICES } from './services.ts';

/** The settings of the config that concern challenges. */
export interface ChallengeSettings {
  challengeSecret?: string | undefined;
  origins: readonly string[];
  actions: Readonly<Record<string, { challenge?: ChallengeConfig | undefined }>>;
}

/** The challenges of all actions that have one. */
export class Challenges {
  readonly #context: ServiceChallengeContext;
  readonly #byAction: ReadonlyMap<string, Challenge>;

  constructor(config: ChallengeSettings, context: ServiceChallengeContext) {
    this.#context = context;
    const secret = once(() => config.challengeSecret ?? madeUpSecret(context.logger));
    const origins = config.origins.map((origin) => new URL(origin).hostname);
    const entries = Object.entries(config.actions).flatMap(([action, { challenge }]): [string, Challenge][] =>
      challenge ? [[action, this.#make(action, challenge, secret, origins)]] : [],
    );
    this.#byAction = new Map(entries);
  }

  /**
   * A new challenge for the member, requested by the client (null if it is not known). Throws `RequestProblem` if the action has no challenge, or one
   * that the proxy does not make.
   */
  async issue(action: string, memberId: string, client: string | null): Promise<AltchaChallenge> {
    const issued = await this.#byAction.get(action)?.issue?.(memberId, client);
    if (issued) return issued;
    throw new RequestProblem({ code: 'not-found', detail: 'This action has no challenge to be fetched.' });
  }

  /** Whether claims of the action need a solved challenge. */
  asks(action: string): boolean {
    return this.#byAction.has(action);
  }

  /** What the claim uses up, or why its proof is not accepted; null if the action has no challenge. */
  async check(action: string, claim: ChallengedClaim): Promise<Checked | null> {
    return (await this.#byAction.get(action)?.check(claim)) ?? null;
  }

  /** Call after a claim of the action was made. */
  claimed(action: string): void {
    this.#byAction.get(action)?.claimed?.();
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
}
