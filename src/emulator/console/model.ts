import type { AwardEvent, CallEntry, Fault, FaultInput, RoleEvent, ServerView, StateEvent } from '../index.ts';
import { type CommandName, commandIn, obstacle } from './commands.ts';
import type { ControlApi } from './control-api.ts';
import { fromBot, fromYou, type Message, ofAward, ofCall, ofRole, withKey } from './message.ts';

export const PLACES = ['general', 'rewards', 'members', 'requests', 'faults', 'settings'] as const;

/** Where in the console one is; it stands in the address after `#`. */
export type Place = (typeof PLACES)[number];

/** What was right-clicked, and where. */
export interface Menu {
  of: { kind: 'member' | 'role'; id: string };
  x: number;
  y: number;
}

const MAX_CALLS = 500;

/** What the console knows and shows. Calls `changed` whenever that is something else. */
export class Model {
  readonly api: ControlApi;
  readonly #changed: () => void;
  connection: 'opening' | 'live' | 'lost' = 'opening';
  servers: ServerView[] = [];
  faults: Fault[] = [];
  calls: CallEntry[] = [];
  place: Place = 'general';
  menu: Menu | null = null;
  /** What did not work, or was done, for a moment. */
  notice: string | null = null;
  /** Of the one who plays. */
  administrator = true;
  developerMode = false;
  /** What is being written in the chat. */
  draft = '';
  /** The completion that the arrow keys chose. */
  choice = 0;
  /** The call that is open, by its id. */
  openCall: number | null = null;
  #serverId: string | null = null;
  #general: Message[] = [fromBot('Good to see you. Type / to see what I can do.')];
  readonly #rewards = new Map<string, Message[]>();
  #reading = 0;

  constructor(api: ControlApi, changed: () => void) {
    this.api = api;
    this.#changed = changed;
  }

  /** The server in front; undefined while none is known. */
  get server(): ServerView | undefined {
    return this.servers.find(({ id }) => id === this.#serverId) ?? this.servers[0];
  }

  /** What stands in the channel that is open. */
  get messages(): Message[] {
    return this.place === 'rewards' ? (this.#rewards.get(this.server?.id ?? '') ?? []) : this.#general;
  }

  /** Begins to follow the emulator and the address. */
  open(): void {
    const arrive = () => this.update({ place: placeIn(location.hash), menu: null });
    addEventListener('hashchange', arrive);
    const events = this.api.events();
    events.addEventListener('open', () => void this.#reload());
    events.addEventListener('state', ({ data }) => {
      const { change }: StateEvent = JSON.parse(data);
      void (change === 'replaced' ? this.#reload() : this.#read());
    });
    events.addEventListener('award', ({ data }) => this.#said(ofAward, JSON.parse(data)));
    events.addEventListener('role', ({ data }) => this.#said(ofRole, JSON.parse(data)));
    events.addEventListener('call', ({ data }) => {
      this.update({ calls: [...this.calls, JSON.parse(data)].slice(-MAX_CALLS) });
    });
    events.addEventListener('error', () => this.update({ connection: 'lost' }));
    arrive();
  }

  update(change: Partial<Pick<Model, Settable>>): void {
    Object.assign(this, change);
    this.#changed();
  }

  enter(serverId: string): void {
    this.#serverId = serverId;
    this.update({ openCall: null });
  }

  /** Does what was asked for, and says so where it cannot be done. */
  async attempt(task: () => Promise<unknown>, done: string | null = null): Promise<void> {
    try {
      await task();
      this.update({ notice: done });
    } catch (error) {
      this.update({ notice: error instanceof Error ? error.message : String(error) });
    }
  }

  setFaults(faults: readonly FaultInput[]): Promise<void> {
    return this.attempt(() => this.api.setFaults(faults));
  }

  async copy(text: string, what: string): Promise<void> {
    await this.attempt(() => navigator.clipboard.writeText(text), `${what} copied.`);
  }

  /** Says what was written, and has the bot obey if it is a command. */
  async say(text: string): Promise<void> {
    const { server } = this;
    if (text.trim() === '' || !server) return;
    this.#general = [...this.#general, fromYou(text.trim())];
    this.update({ draft: '', choice: 0 });
    const command = commandIn(text);
    if (command === null) return;
    const answer = await this.#obey(command, server);
    this.#general = [...this.#general, answer];
    this.#changed();
  }

  async #obey(command: CommandName | 'unknown', server: ServerView): Promise<Message> {
    if (command === 'unknown') return fromBot('I do not know that command. Type / to see what I can do.');
    const inTheWay = obstacle(server, this.administrator);
    if (inTheWay) return fromBot(inTheWay);
    const live = server.keys.some(({ revoked }) => !revoked);
    try {
      if (command === '/api-key create') {
        if (live)
          return fromBot(
            'This server has a live API key, and I never show one twice. Revoke it first: /api-key revoke',
          );
        return withKey((await this.api.createKey(server.id)).key, server.name);
      }
      if (!live) return fromBot('This server has no live API key. Create one: /api-key create');
      await this.api.revokeKey(server.id);
      return fromBot(
        'The API key is revoked: whatever still uses it is refused from now on. Create another when you want.',
      );
    } catch (error) {
      return fromBot(error instanceof Error ? error.message : String(error));
    }
  }

  #said<E extends AwardEvent | RoleEvent>(make: (event: E) => Message, event: E): void {
    this.#rewards.set(event.serverId, [...(this.#rewards.get(event.serverId) ?? []), make(event)]);
    void this.#read();
  }

  /** All anew: nothing tells what happened while there was no connection. */
  async #reload(): Promise<void> {
    await this.#read();
    const calls = await this.api.calls().catch(() => []);
    for (const server of this.servers) {
      const messages = calls.map((call) => (call.serverId === server.id ? ofCall(call, server) : null));
      this.#rewards.set(
        server.id,
        messages.filter((message) => message !== null),
      );
    }
    this.update({ calls });
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const mine = this.#reading;
    const overview = await this.api.state().catch(() => null);
    if (mine !== this.#reading) return;
    if (overview) Object.assign(this, overview);
    this.update({ connection: overview ? 'live' : 'lost' });
  }
}

type Settable =
  | 'calls'
  | 'choice'
  | 'connection'
  | 'developerMode'
  | 'draft'
  | 'menu'
  | 'notice'
  | 'openCall'
  | 'place'
  | 'administrator';

function placeIn(hash: string): Place {
  return PLACES.find((place) => `#${place}` === hash) ?? 'general';
}
