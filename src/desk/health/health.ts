import type { Inside } from '../../proxy/index.ts';
import { KEY_ADVICE } from '../../proxy/upstream/index.ts';
import type { HealthView } from '../api-types.ts';
import { type Finding, Findings, withinCheckLimit } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';
import { checkLedger } from './ledger-health.ts';

/** Trying the ledger out writes to it, so it is not done for every look. */
const FRESH_MS = 5_000;

/** Whether all works. The ledger is tried out anew where the last time is some seconds ago; at most one try is under way. */
export class Health {
  readonly #inside: Inside;
  readonly #now: () => number;
  #ledger: Promise<Finding[]> | null = null;
  #triedAt = -Infinity;

  constructor(inside: Inside, now: () => number) {
    this.#inside = inside;
    this.#now = now;
  }

  async look(): Promise<HealthView> {
    const findings = new Findings();
    await checkServices(this.#inside, findings);
    findings.all.push(...(await this.#tryLedger()));
    const newestClaimAt = await checkClaims(this.#inside, findings);
    await checkDeliveries(this.#inside, findings);
    return { findings: findings.all, newestClaimAt, checkedAt: this.#now() };
  }

  #tryLedger(): Promise<Finding[]> {
    const now = this.#now();
    if (!this.#ledger || now - this.#triedAt > FRESH_MS) {
      const findings = new Findings();
      this.#triedAt = now;
      this.#ledger = checkLedger(this.#inside.ledger, findings).then(() => findings.all);
    }
    return this.#ledger;
  }
}

async function checkServices({ upstreams }: Inside, findings: Findings): Promise<void> {
  const several = upstreams.size > 1;
  for (const [name, upstream] of upstreams) {
    const { admission } = upstream;
    const { ok, warn, fail } = findings.of('service');
    const service = several ? `the service ${name}` : 'the service';
    // oxlint-disable-next-line no-await-in-loop -- their findings come in order
    if (await upstream.refusesKey()) fail(`${service} does not accept the API key: ${KEY_ADVICE}`);
    else if (admission.breaker !== 'closed')
      fail(
        `too many calls to ${service} failed, so claims are put off until one gets through, which is tried by itself: see whether the service runs, and whether baseUrl is right`,
      );
    else if (admission.pausedMs > 0)
      warn(
        `${service} asks for fewer calls: claims are put off for ${Math.ceil(admission.pausedMs / 1000)} more seconds`,
      );
    else ok(`nothing holds back calls to ${service}`);
  }
}

/** Resolves with when the newest claim was made, if that can be read. */
async function checkClaims({ ledger, kept }: Inside, findings: Findings): Promise<number | null> {
  const { ok, warn, fail } = findings.of('claims');
  try {
    const [{ count }, { newestClaimAt }] = await withinCheckLimit(
      'looking for claims',
      Promise.all([ledger.unknown(), ledger.glance()]),
    );
    if (count > 0) warn(`${count === 1 ? '1 claim waits' : `${count} claims wait`} for a decision: see Waiting`);
    else ok('none waits for a decision');
    if (kept.count > 0)
      warn(
        `${kept.count === 1 ? '1 outcome is' : `${kept.count} outcomes are`} known and could not be recorded yet: do not stop the proxy before the ledger works again`,
      );
    return newestClaimAt;
  } catch (error) {
    fail(`they cannot be read: ${messageOf(error)}`);
    return null;
  }
}

/** Whether other systems are told of claims. Nothing is said of that where nobody is to be told. */
async function checkDeliveries({ ledger, receivers }: Inside, findings: Findings): Promise<void> {
  if (receivers.length === 0) return;
  const { ok, warn, fail } = findings.of('claims');
  try {
    const all = await withinCheckLimit('looking for deliveries', ledger.deliveryCounts());
    const counts = all.filter(({ receiver }) => receivers.includes(receiver));
    const broken = counts.filter(({ failed }) => failed > 0);
    for (const { receiver, failed } of broken) {
      const what = failed === 1 ? '1 event' : `${failed} events`;
      warn(
        `${receiver} could not be told of ${what}: mend it, and then send ${failed === 1 ? 'it' : 'them'} again, see Told of claims (or run rewards deliveries send-again --failed --to ${receiver})`,
      );
    }
    if (broken.length > 0) return;
    const left = counts.reduce((sum, { waiting }) => sum + waiting, 0);
    const wait = left === 1 ? '1 event waits' : `${left} events wait`;
    ok(`other systems are told of them${left === 0 ? '' : `: ${wait} to be sent, see Told of claims`}`);
  } catch (error) {
    fail(`what other systems were told cannot be read: ${messageOf(error)}`);
  }
}
