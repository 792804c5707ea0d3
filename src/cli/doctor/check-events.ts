import type { ConfigOutput } from '../../proxy/config/index.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import type { Findings } from '../../common/finding.ts';

/** Says where each source must send its events, and which of their secrets stand in the config itself. */
export function checkEvents({ events, mount }: ConfigOutput, loaded: RewardsConfig, findings: Findings): void {
  const { ok, warn } = findings.of('events');
  for (const [name, { signature }] of Object.entries(events)) {
    ok(`${name} sends its events, signed as ${signature}, to ${mount === '/' ? '' : mount}/events/${name}`);
  }
  for (const [name, { secret }] of Object.entries(loaded.events ?? {})) {
    if (![secret].flat().some((one) => typeof one === 'string')) continue;
    warn(
      `the secret of events.${name} stands in the config itself: give it as env('…'), and keep it out of version control`,
    );
  }
}
