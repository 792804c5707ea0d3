import { lookup } from 'node:dns/promises';
import { type Findings, LIMIT_MS, messageOf, inTime } from '../../desk/health/finding.ts';

const CLOCK_TOLERANCE_MS = 30_000;

/**
 * Looks whether the service can be reached, without spending anything: its name, and one GET of its base address without the
 * key. What it answers does not matter, because the service has no address for that.
 */
export async function checkService(name: string, baseUrl: string, findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of(name);
  const { hostname, host, protocol } = new URL(baseUrl);
  try {
    await inTime(`looking up ${hostname}`, lookup(hostname.replace(/^\[|\]$/g, '')));
  } catch (error) {
    fail(`${hostname} cannot be found: ${messageOf(error)}. Check baseUrl and this machine's name server`);
    return;
  }
  try {
    const response = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    ok(`${host} answers${protocol === 'https:' ? ', with a certificate that is trusted' : ''}`);
    const offMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now());
    if (offMs > CLOCK_TOLERANCE_MS) {
      warn(
        `the clocks of ${host} and of this machine are ${Math.round(offMs / 1000)} seconds apart: set this one right`,
      );
    }
  } catch (error) {
    fail(`${host} cannot be reached: ${messageOf(error)}`);
  }
}
