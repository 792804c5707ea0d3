import { KEY_ADVICE } from '../../proxy/upstream/index.ts';
import type { Rows } from './check-rules.ts';
import type { Findings } from '../../common/finding.ts';
import { isoTime } from '../../common/iso-time.ts';

const LAST_USES = `
  SELECT c.service AS service, e.to_state AS state, MAX(e.at) AS at
  FROM events e JOIN claims c ON c.id = e.claim_id
  WHERE e.cause = 'reply' AND (e.to_state = 'granted'
    OR (e.to_state = 'refused' AND (e.evidence LIKE '%"status":401%' OR e.evidence LIKE '%"status":403%')))
  GROUP BY c.service, e.to_state`;

/**
 * Says whether the service took the API keys when claims were last made. To ask it would be to award something, because its API has
 * nothing to read; so the ledger is asked what came of that.
 */
export async function checkKeyUse(
  rows: Rows,
  services: readonly { name: string; inLedger: string }[],
  findings: Findings,
): Promise<void> {
  const { ok, fail } = findings.of('key');
  const uses = await rows(LAST_USES);
  for (const { name, inLedger } of services) {
    const last = (state: string): number =>
      Number(uses.find((use) => use['service'] === inLedger && use['state'] === state)?.['at'] ?? -Infinity);
    const [taken, refused] = [last('granted'), last('refused')];
    if (refused > taken) {
      const since = isoTime(refused);
      fail(
        `the service refused the key of ${name} at ${since}, and has taken none since: ${KEY_ADVICE}. The next claim shows`,
      );
    } else if (taken > 0) ok(`the service took the key of ${name} last at ${isoTime(taken)}`);
    else
      ok(
        `whether the service takes the key of ${name} cannot be tested, since that would award something: the first claim shows`,
      );
  }
}
