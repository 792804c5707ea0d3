import type { CallEntry, Fault, FaultInput, Links, Member, RewardEvent, ServerView, StateEvent } from '../index.ts';
import { Channels } from './channels.ts';
import { type CommandName, commandIn, obstacle } from './commands.ts';
import type { ControlApi } from './control-api.ts';
import { History } from './history.ts';
import { fromBot, fromYou, type Message, ofReward, withKey } from './message.ts';

export const PLACES = ['general', 'rewards', 'members', 'requests', 'faults', 'settings'] as const;

/** Where in the console one is; it stands in the address after `#`. */
export type Place = (typeof PLACES)[number];

/** What was right-clicked, and where. */
export interface Menu {
  of: { kind: 'member' | 'role'; id: string };
  x: number;
  y: number;
}

/** What is asked before something is done: `yes` is what the button says that does it. */
export interface Question {
  text: string;
  yes: string;
  act: () => Promise<void>;
}

/** What a member got: makes the member what they are after it. */
interface Given {
  serverId: string;
  memberId: string;
  change: (member: Member) => Member;
}

const MAX_CALLS = 500;
/** What happens within this time is drawn together. */
const DRAW_MS = 50;
/** Of the time at most such a share is spent on drawing what happens. */
const DRAW_SHARE = 1 / 40;
/** For how long a notice stands; one with something to press longer. */
const NOTICE_MS = 8_000;
const UNDO_MS = 30_000;

/** What the console knows and shows. Calls `changed` whenever that is something else. */
export class Model {
  readonly api: ControlApi;
  readonly #changed: () => void;
  connection: 'opening' | 'live' | 'lost' = 'opening';
  servers: ServerView[] = [];
  faults: Fault[] = [];
  links: Links = {};
  calls: CallEntry[] = [];
  place: Place = 'general';
  menu: Menu | null = null;
  /** What did not work, or was done, for a moment. */
  notice: string | null = null;
  /** Takes back what the notice tells of, where that can be. */
  undo: (() => Promise<void>) | null = null;
  question: Question | null = null;
  /** What the members are looked through for. */
  search = '';
  /** The same of the calls. */
  callSearch = '';
  /** How many members, messages and calls are shown at most. */
  shown = { members: 50, messages: 100, calls: 50 };
  /** Of the one who plays. */
  administrator = true;
  mayUseApi = false;
  developerMode = false;
  /** What is being written in the chat. */
  draft = '';
  /** The completion that the arrow keys chose. */
  choice = 0;
  /** The call that is open, by its id. */
  openCall: number | null = null;
  #serverId: string | null = null;
  readonly channels = new Channels();
  readonly history = new History();
  #reading = 0;
  /** What was given while the state is being read, which may be older. */
  #since: Given[] | null = null;
  /** The same while it is asked what was given before. */
  #heard: RewardEvent[] | null = null;
  /** What was given since the last drawing. */
  #given: Given[] = [];
  #drawing = false;
  /** How long the last drawing took. */
  #drawMs = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

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
    const id = this.server?.id ?? '';
    return this.place === 'rewards' ? this.channels.rewards(id) : this.channels.general(id);
  }

  /** Begins to follow the emulator and the address. */
  open(): void {
    const arrive = () => {
      this.update({ place: placeIn(location.hash), menu: null, shown: { members: 50, messages: 100, calls: 50 } });
    };
    addEventListener('hashchange', arrive);
    const events = this.api.events();
    events.addEventListener('open', () => void this.#reload());
    events.addEventListener('state', ({ data }) => {
      const { change }: StateEvent = JSON.parse(data);
      void (change === 'replaced' ? this.#reload() : this.#read());
    });
    events.addEventListener('award', ({ data }) => {
      this.#give({ type: 'award', data: JSON.parse(data) });
    });
    events.addEventListener('role', ({ data }) => {
      this.#give({ type: 'role', data: JSON.parse(data) });
    });
    events.addEventListener('call', ({ data }) => {
      this.calls.push(JSON.parse(data));
      if (this.calls.length > MAX_CALLS) this.calls.shift();
      this.#drawSoon();
    });
    events.addEventListener('error', () => this.update({ connection: 'lost' }));
    arrive();
  }

  update(change: Partial<Pick<Model, Settable>>): void {
    Object.assign(this, change);
    if (change.notice !== undefined) this.#keepNotice();
    if (this.server && this.place === 'rewards') this.channels.read(this.server.id);
    this.#draw();
  }

  enter(serverId: string): void {
    this.#serverId = serverId;
    this.update({ openCall: null, search: '', draft: '' });
  }

  /** Shows so many more of a list. */
  showMore(list: keyof Model['shown'], more: number): void {
    this.update({ shown: { ...this.shown, [list]: this.shown[list] + more } });
  }

  /** Does it once that is answered with yes. */
  ask(text: string, yes: string, act: () => Promise<void>): void {
    this.update({ question: { text, yes, act }, menu: null });
  }

  /** Everything as at the start, which can be taken back for a while. */
  async reset(): Promise<void> {
    let before: unknown;
    await this.attempt(async () => {
      before = await this.api.snapshot();
      await this.api.reset();
    }, 'Everything is as at the start.');
    if (before === undefined) return;
    const undo = () =>
      this.attempt(
        () => this.api.load(before),
        'The reset is taken back, but for keys that were made since the start.',
      );
    this.update({ notice: this.notice, undo });
  }

  /** Does what was asked for, and says so where it cannot be done. */
  async attempt<Result>(
    task: () => Promise<Result>,
    done: string | ((result: Result) => string) | null = null,
  ): Promise<void> {
    try {
      const result = await task();
      this.update({ notice: typeof done === 'function' ? done(result) : done, undo: null });
    } catch (error) {
      this.update({ notice: error instanceof Error ? error.message : String(error), undo: null });
    }
  }

  setFaults(faults: readonly FaultInput[]): Promise<void> {
    return this.attempt(() => this.api.setFaults(faults));
  }

  /** Sends a call again, which turns up as another one. */
  async replay(id: number): Promise<void> {
    await this.attempt(
      () => this.api.replay(id),
      ({ status, executed }) =>
        `Sent again, as a new call: ${status ?? 'no reply'}, ${executed ? 'executed' : 'not executed'}.`,
    );
  }

  async copy(text: string, what: string): Promise<void> {
    await this.attempt(() => navigator.clipboard.writeText(text), `${what} copied.`);
  }

  /** Says what was written, and has the bot obey if it is a command. */
  async say(text: string): Promise<void> {
    const { server } = this;
    if (text.trim() === '' || !server) return;
    this.history.add(text.trim());
    this.channels.say(server.id, fromYou(text.trim()));
    this.update({ draft: '', choice: 0 });
    const command = commandIn(text);
    if (command === null) return;
    this.channels.say(server.id, await this.#obey(command, server));
    this.#draw();
  }

  async #obey(command: CommandName | 'unknown', server: ServerView): Promise<Message> {
    if (command === 'unknown') return fromBot('I do not know that command. Type / to see what I can do.');
    const inTheWay = obstacle(server, this);
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

  /** Changes the one member that got something, so that the state need not be read again. */
  #give(event: RewardEvent): void {
    const { serverId, memberId } = event.data;
    const isOpen = this.place === 'rewards' && this.server?.id === serverId;
    this.channels.reward(serverId, ofReward(event), isOpen);
    this.#heard?.push(event);
    const given = { serverId, memberId, change: changeBy(event) };
    this.#given.push(given);
    this.#since?.push(given);
    this.#drawSoon();
  }

  #draw(): void {
    this.servers = afterwards(this.servers, this.#given);
    this.#given = [];
    this.#changed();
  }

  #drawSoon(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    setTimeout(
      () => {
        const begun = performance.now();
        this.#draw();
        this.#drawMs = performance.now() - begun;
        this.#drawing = false;
      },
      Math.max(DRAW_MS, this.#drawMs / DRAW_SHARE),
    );
  }

  /** A notice leaves by itself. */
  #keepNotice(): void {
    clearTimeout(this.#noticeTimer);
    if (this.notice === null) return;
    const leave = () => this.update({ notice: null, undo: null });
    this.#noticeTimer = setTimeout(leave, this.undo ? UNDO_MS : NOTICE_MS);
  }

  /** All anew: nothing tells what happened while there was no connection. */
  async #reload(): Promise<void> {
    await this.#read();
    const before = new Set(this.calls);
    const heard: RewardEvent[] = [];
    this.#heard = heard;
    const answers = await Promise.all([this.api.calls(), this.api.rewards()]).catch(() => null);
    // A later reading knows more.
    if (this.#heard !== heard) return;
    this.#heard = null;
    if (!answers) return;
    const [calls, rewards] = answers;
    const newest = calls.at(-1)?.id ?? 0;
    const since = this.calls.filter((call) => call.id > newest && !before.has(call));
    const last = rewards.at(-1)?.data.id ?? 0;
    const all = [...rewards, ...heard.filter(({ data }) => data.id > last)];
    this.channels.recall(all);
    this.update({ calls: [...calls, ...since] });
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const mine = this.#reading;
    const since: Given[] = [];
    this.#since = since;
    const overview = await this.api.state().catch(() => null);
    if (mine !== this.#reading) return;
    this.#since = null;
    if (overview) {
      Object.assign(this, overview);
      this.#given = since;
    }
    this.update({ connection: overview ? 'live' : 'lost' });
  }
}

type Settable =
  | 'calls'
  | 'callSearch'
  | 'choice'
  | 'connection'
  | 'developerMode'
  | 'draft'
  | 'mayUseApi'
  | 'menu'
  | 'notice'
  | 'openCall'
  | 'place'
  | 'question'
  | 'search'
  | 'shown'
  | 'undo'
  | 'administrator';

function changeBy({ type, data }: RewardEvent): Given['change'] {
  if (type === 'award') return (member) => ({ ...member, points: data.total });
  return (member) => ({ ...member, roles: [...member.roles.filter((id) => id !== data.roleId), data.roleId] });
}

/** The servers after all of that was given, for which each member is looked at once. */
function afterwards(servers: ServerView[], given: readonly Given[]): ServerView[] {
  if (given.length === 0) return servers;
  const placeOf = (serverId: string, memberId: string) => `${serverId} ${memberId}`;
  const changes = Map.groupBy(given, ({ serverId, memberId }) => placeOf(serverId, memberId));
  return servers.map((server) => ({
    ...server,
    members: server.members.map((member) =>
      (changes.get(placeOf(server.id, member.id)) ?? []).reduce((changed, { change }) => change(changed), member),
    ),
  }));
}

function placeIn(hash: string): Place {
  return PLACES.find((place) => `#${place}` === hash) ?? 'general';
}
