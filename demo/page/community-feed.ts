import { ControlApi } from '../../src/emulator/console/control-api.ts';
import type { AwardEvent, RoleEvent, ServerView } from '../../src/emulator/index.ts';

/** What the bot said of something that it was told to do. */
export type Message = { id: number } & ({ kind: 'award'; event: AwardEvent } | { kind: 'role'; event: RoleEvent });

/** The emulated community as far as the page knows it. It is `lost` while the emulator does not answer. */
export interface Community {
  connection: 'opening' | 'live' | 'lost';
  server: ServerView | null;
  /** What goes wrong with the next calls to it. */
  faults: readonly { kind: string }[];
  messages: Message[];
}

/** Follows the community of an emulator and shows every change of it. */
export function followCommunity(emulator: string, show: (community: Community) => void): void {
  const community: Community = { connection: 'opening', server: null, faults: [], messages: [] };
  const api = new ControlApi(emulator);
  const source = api.events();
  let latest = 0;
  let said = 0;

  async function reload(): Promise<void> {
    latest += 1;
    const mine = latest;
    try {
      const { servers, faults } = await api.state();
      if (mine !== latest) return;
      community.connection = 'live';
      community.server = servers[0] ?? null;
      community.faults = faults;
    } catch {
      // The events tell of it, too, and when it is over.
      community.connection = 'lost';
    }
    show(community);
  }

  function nextId(): number {
    said += 1;
    return said;
  }

  function say(message: Message): void {
    community.messages = [...community.messages, message].slice(-50);
    void reload();
  }

  source.addEventListener('open', () => void reload());
  source.addEventListener('state', () => void reload());
  source.addEventListener('award', ({ data }) => say({ id: nextId(), kind: 'award', event: JSON.parse(data) }));
  source.addEventListener('role', ({ data }) => say({ id: nextId(), kind: 'role', event: JSON.parse(data) }));
  source.addEventListener('error', () => {
    community.connection = 'lost';
    show(community);
  });
  show(community);
}
