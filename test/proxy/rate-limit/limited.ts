import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { setUp, type Setup } from '../support/setup.ts';

/** Every limit by itself, switched off. */
export const OFF = {
  requests: false,
  claims: false,
  wrongIds: false,
  unknowns: false,
  member: false,
  action: false,
  manyIds: false,
} as const;
/** Addresses of two visitors. */
export const HOME = '203.0.113.9';
export const ELSEWHERE = '198.51.100.1';

type Limits = Exclude<RewardsConfig['limits'], false | undefined>;

/** A proxy with these limits and no others. */
export function limited(
  limits: Limits,
  more: Partial<RewardsConfig> = {},
  script?: Parameters<typeof setUp>[0],
): Setup {
  return setUp({ ...script, config: { ...more, limits: { ...OFF, ...limits } } });
}

let presses = 0;

/** A press of the button, with a key of its own unless the headers have one. */
export function claim(
  setup: Setup,
  memberId: string,
  from: string | null = HOME,
  headers: Record<string, string> = {},
) {
  return setup.ask('/rewards/actions/daily/claims', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `press-${(presses += 1)}`, ...headers },
    body: JSON.stringify({ memberId }),
    ...(from !== null && { clientAddress: from }),
  });
}

/** What a widget asks for to draw itself. */
export const look = (setup: Setup, from: string | null = HOME) =>
  setup.ask('/rewards/actions/daily', from === null ? {} : { clientAddress: from });
