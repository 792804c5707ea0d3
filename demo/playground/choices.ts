import { DEBUG_STATES } from '../../src/elements/debug/states.ts';
import { FAULT_PRESETS } from '../../src/emulator/console/fault-presets.ts';
import type { Emulator, FaultInput } from '../../src/emulator/index.ts';
import { HARBOUR_LIGHTS } from '../../src/emulator/state/harbour-lights.ts';

/** What one of several can be chosen of. `value` is how it stands in the address. */
export interface Choice {
  value: string;
  name: string;
}

export const LIVE = 'live';
export const STATES: readonly string[] = [LIVE, ...DEBUG_STATES];
export const SCHEMES = ['auto', 'light', 'dark'] as const;
export const DIRECTIONS = ['auto', 'ltr', 'rtl'] as const;
export const FRAMES = ['phone', 'tablet', 'desktop'] as const;

/** The members of the emulated community, as whom the visitor can come. */
export const MEMBERS: readonly Choice[] = (HARBOUR_LIGHTS.members ?? []).map(({ id = '', name }) => ({
  value: id,
  name,
}));

/** Something that goes wrong between proxy and community. */
export interface LiveFault extends Choice {
  /** What the visitor's proxy meets. */
  what: string;
  strike(emulator: Emulator): void;
}

const server = HARBOUR_LIGHTS.id;
const always = (fault: FaultInput) => (emulator: Emulator) => emulator.faults.set([{ ...fault, times: null }]);
const slug = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

export const FAULTS: readonly LiveFault[] = [
  {
    value: 'member-unknown',
    name: 'Member unknown',
    what: 'Status 404: the community has no such member.',
    strike: ({ state }) => state.server(server).members.forEach(({ id }) => state.removeMember(server, id)),
  },
  {
    value: 'key-revoked',
    name: 'Key revoked',
    what: 'The administrator has said /api-key revoke.',
    strike: ({ state }) => state.revokeKey(server),
  },
  {
    value: 'bot-removed',
    name: 'Bot removed',
    what: 'The bot is no longer in the community.',
    strike: ({ state }) => void state.changeServer(server, { botAdded: false }),
  },
  {
    value: 'tier-too-low',
    name: 'Tier too low',
    what: 'The community no longer has the highest tier.',
    strike: ({ state }) => void state.changeServer(server, { tier: 'lower' }),
  },
  ...FAULT_PRESETS.map(({ name, what, fault }) => ({ value: slug(name), name, what, strike: always(fault) })),
];
