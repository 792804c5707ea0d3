import { fingerprint } from '../../common/fingerprint.ts';
import { Permits } from '../../common/permits.ts';
import { throttled, tryAgainIn } from '../http/problem.ts';
import { type Challenge, failed, FAILED, MISSING, USED } from './challenge.ts';
import { SERVICES } from './services.ts';
import { siteVerify, type SiteVerifyContext, type TokenCheck } from './site-verify.ts';

export interface ServiceChallengeSettings {
  type: 'turnstile' | 'hcaptcha';
  action: string;
  siteKey: string;
  secret: string;
  /** The hosts whose pages may solve it. */
  hostnames: ReadonlySet<string>;
}

export interface ServiceChallengeContext extends SiteVerifyContext {
  /** Epoch milliseconds. */
  now: () => number;
}

const MAX_AT_ONCE = 64;
const RETRY_S = 15;

/** A challenge by a service. A token is valid for one claim, on the owner's own pages and only for this action. */
export function serviceChallenge(settings: ServiceChallengeSettings, context: ServiceChallengeContext): Challenge {
  const { type, action, siteKey, secret, hostnames } = settings;
  const service = SERVICES[type];
  const isTest = service.testSecrets.has(secret);
  const permits = new Permits(MAX_AT_ONCE);

  /** Asks the service, unless very many requests to it are in flight. */
  async function ask(token: string, requestName: string): Promise<TokenCheck> {
    if (!(await permits.take())) return { kind: 'unavailable', codes: [] };
    try {
      return await siteVerify(service, secret, { siteKey, token, requestName }, context);
    } finally {
      permits.giveBack();
    }
  }

  /** Whether the token is from another site, or for another action. */
  function isForeign(verdict: TokenCheck & { kind: 'passed' }): boolean {
    if (isTest) return false;
    const { hostname, action: solved } = verdict;
    const foreign = hostname === null || !hostnames.has(hostname) || (service.namesActions && solved !== action);
    if (foreign) {
      const details = { action, service: service.name, hostname, solvedFor: solved };
      context.logger.warn(details, 'a challenge was solved on a page, or for an action, that is not this one');
    }
    return foreign;
  }

  return {
    async check({ proof, requestName }) {
      const token = proof?.[type];
      if (token === undefined) return failed(MISSING);
      const verdict = await ask(token, requestName());
      if (verdict.kind === 'unavailable') {
        return { problem: throttled(`${OUT_OF_REACH} ${tryAgainIn(RETRY_S)}`, RETRY_S) };
      }
      if (verdict.kind !== 'passed' || isForeign(verdict)) return failed(FAILED);
      const expiresAt = context.now() + service.lifeMs;
      return { singleUse: { id: `${type} ${fingerprint(token)}`, expiresAt, ifUsed: USED } };
    },
  };
}

const OUT_OF_REACH = 'The check that you are not a robot cannot be made at the moment.';
