import { SERVICES, siteVerify } from '../../proxy/challenge/index.ts';
import type { ChallengeConfig } from '../../proxy/challenge/config.ts';
import type { ConfigOutput } from '../../proxy/config/index.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { onchainView } from '../../proxy/onchain/view.ts';
import { asksForTicket } from '../../proxy/proofs/index.ts';
import { Secrets } from '../../proxy/monitoring/secrets.ts';
import type { Transport } from '../../service/index.ts';
import type { Findings } from '../../common/finding.ts';

type ServiceChallenge = Exclude<ChallengeConfig, { type: 'altcha' }>;

/** Checks the secrets of challenges. Their services are asked about a token that is none, which spends nothing. */
export async function checkChallenges(
  { actions, challengeSecret }: ConfigOutput,
  loaded: RewardsConfig,
  findings: Findings,
  transport: Transport,
): Promise<void> {
  const { ok, warn } = findings.of('challenge');
  const challenges = Object.entries(actions).flatMap(([action, { challenge }]): [string, ChallengeConfig][] =>
    challenge ? [[action, challenge]] : [],
  );
  const proofs = Object.values(actions).flatMap(({ verify }) => verify ?? []);
  const isSigned = proofs.some((proof) => asksForTicket(proof) || onchainView(proof) !== null);
  if (isSigned || challenges.some(([, { type }]) => type === 'altcha')) {
    if (challengeSecret) ok('the secret that challenges are signed with is there');
    else {
      warn(
        'REWARDS_CHALLENGE_SECRET is not set, so each process makes a secret up: set it where several run, made with openssl rand -base64 32',
      );
    }
  }
  for (const place of plainSecrets(loaded)) {
    warn(`${place} stands in the config itself: give it as env('…'), and keep it out of version control`);
  }
  for (const [action, challenge] of challenges) {
    // oxlint-disable-next-line no-await-in-loop -- their findings come in order
    if (challenge.type !== 'altcha') await checkSecret(action, challenge, findings, transport);
  }
}

async function checkSecret(
  action: string,
  { type, secret, siteKey }: ServiceChallenge,
  findings: Findings,
  transport: Transport,
): Promise<void> {
  const { ok, warn, fail } = findings.of('challenge');
  const service = SERVICES[type];
  if (service.testSecrets.has(secret)) {
    warn(`${action} has a secret of ${service.name} for tests, which keeps nobody out: put your own in its place`);
    return;
  }
  const question = { siteKey, token: 'asked by rewards doctor', requestName: 'rewards doctor' };
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const verdict = await siteVerify(service, secret, question, { transport, logger, secrets: new Secrets() });
  if (verdict.kind !== 'unavailable') ok(`${service.name} takes the secret of ${action}`);
  else if (verdict.codes.includes('invalid-input-secret')) {
    fail(`${service.name} does not take the secret of ${action}: copy it again`);
  } else warn(`${service.url.host} gives no answer, and while that is so nobody can claim ${action}`);
}

/** Where a secret is written out. */
function plainSecrets({ actions, challengeSecret }: RewardsConfig): string[] {
  const own = Object.entries(actions).flatMap(([action, { challenge }]) =>
    typeof challenge === 'object' && 'secret' in challenge && typeof challenge.secret === 'string'
      ? [`the secret of the challenge of ${action}`]
      : [],
  );
  return typeof challengeSecret === 'string' ? ['challengeSecret', ...own] : own;
}
