import type { CallEntry, Fault, FaultInput, Links, Member, RewardEvent, ServerView, StateEvent } from '../index.ts';
import { Channels } from './channels.ts';
import { type CommandName, commandIn, obstacle } from './commands.ts';
import type { ControlApi } from './control-api.ts';
import { History } from './history.ts';
import { fromBot, fromYou, type Message, ofReward, withKey } from './message.ts';

export const PLACES = ['general', 'rewards', 'members', 'requests', 'faults', 'settings'] as const;

/** The page of the console that is open, as in the address after `#`. */
export type Place = (typeof PLACES)[number];

/** What was right-clicked, and where. */
export interface Menu {
  of: { kind: 'member' | 'role'; id: string };
  x: number;
  y: number;
}

/** A question before something is done: `yes` is the label of the button that does it. */
export interface Question {
  text: string;
  yes: string;
  act: () => Promise<void>;
}

/** A reward as the update of the member who got it. */
interface MemberUpdate {
  serverId: string;
  memberId: string;
  change: (member: Member) => Member;
}

const MAX_CALLS = 500;
/** Events within this time are drawn together. */
const DRAW_MS = 50;
/** At most this share of the time is spent on drawing events. */
const DRAW_SHARE = 1 / 40;
/** But no event waits longer, so that one slow drawing does not keep all others back. */
const MAX_DRAW_MS = 1_000;
/** How long a notice stays; one with an undo button stays longer. */
const NOTICE_MS = 8_000;
const UNDO_MS = 30_000;

/** The state of the console. Calls `changed` whenever it changes. */
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
  /** Undoes what the notice reports, where that is possible. */
  undo: (() => Promise<void>) | null = null;
  question: Question | null = null;
  /** The search text of the members. */
  search = '';
  /** The search text of the calls. */
  callSearch = '';
  /** How many members, messages and calls are shown at most. */
  shown = { members: 50, messages: 100, calls: 50 };
  /** Of the user of the console. */
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
  /** Rewards that came while the state is being read, which may be older. */
  #duringRead: MemberUpdate[] | null = null;
  /** Whether the state has changed since it was last asked for. */
  #isStale = false;
  /** Rewards that came while the earlier ones are being read. */
  #duringReload: RewardEvent[] | null = null;
  /** Rewards that are not drawn yet. */
  #undrawn: MemberUpdate[] = [];
  #drawing = false;
  /** How long the last drawing took. */
  #drawMs = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ControlApi, changed: () => void) {
    this.api = api;
    this.#changed = changed;
  }

  /** The server that is shown; undefined while none is known. */
  get server(): ServerView | undefined {
    return this.servers.find(({ id }) => id === this.#serverId) ?? this.servers[0];
  }

  /** The messages of the open channel. */
  get messages(): Message[] {
    const id = this.server?.id ?? '';
    return this.place === 'rewards' ? this.channels.rewards(id) : this.channels.general(id);
  }

  /** Begins to follow the emulator and the address. */
  open(): void {
    const showPlace = () => {
      this.update({ place: placeIn(location.hash), menu: null, shown: { members: 50, messages: 100, calls: 50 } });
    };
    addEventListener('hashchange', showPlace);
    const events = this.api.events();
    events.addEventListener('open', () => void this.#reload());
    events.addEventListener('state', ({ data }) => {
      const { change }: StateEvent = JSON.parse(data);
      if (change === 'replaced') void this.#reload();
      else this.#readAgain();
    });
    events.addEventListener('award', ({ data }) => {
      this.#applyReward({ type: 'award', data: JSON.parse(data) });
    });
    events.addEventListener('role', ({ data }) => {
      this.#applyReward({ type: 'role', data: JSON.parse(data) });
    });
    events.addEventListener('call', ({ data }) => {
      this.calls.push(JSON.parse(data));
      if (this.calls.length > MAX_CALLS) this.calls.shift();
      this.#drawSoon();
    });
    events.addEventListener('error', () => this.update({ connection: 'lost' }));
    showPlace();
  }

  update(change: Partial<Pick<Model, Settable>>): void {
    Object.assign(this, change);
    if (change.notice !== undefined) this.#expireNotice();
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

  /** Asks the question, and calls `act` if the answer is yes. */
  ask(text: string, yes: string, act: () => Promise<void>): void {
    this.update({ question: { text, yes, act }, menu: null });
  }

  /** Resets the emulator, which can be undone for a while. */
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

  /** Runs the task, and shows a notice with `done` or the error. */
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

  /** Sends a call again, which is listed as a new one. */
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

  /** Sends a message, and has the bot answer if it is a command. */
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

  async #obey(command: CommandName | 'unknown', shown: ServerView): Promise<Message> {
    if (command === 'unknown') return fromBot('I do not know that command. Type / to see what I can do.');
    try {
      // What is shown may be older than what was done a moment ago.
      const { servers } = await this.api.state();
      const server = servers.find(({ id }) => id === shown.id) ?? shown;
      const inTheWay = obstacle(server, this);
      if (inTheWay) return fromBot(inTheWay);
      const live = server.keys.some(({ revoked }) => !revoked);
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

  /** Applies a reward to its member, so that the state need not be read again. */
  #applyReward(event: RewardEvent): void {
    const { serverId, memberId } = event.data;
    const isOpen = this.place === 'rewards' && this.server?.id === serverId;
    this.channels.reward(serverId, ofReward(event), isOpen);
    this.#duringReload?.push(event);
    const given = { serverId, memberId, change: changeBy(event) };
    this.#undrawn.push(given);
    this.#duringRead?.push(given);
    this.#drawSoon();
  }

  #draw(): void {
    this.servers = withRewards(this.servers, this.#undrawn);
    this.#undrawn = [];
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
      Math.min(MAX_DRAW_MS, Math.max(DRAW_MS, this.#drawMs / DRAW_SHARE)),
    );
  }

  /** Removes the notice after a while. */
  #expireNotice(): void {
    clearTimeout(this.#noticeTimer);
    if (this.notice === null) return;
    const leave = () => this.update({ notice: null, undo: null });
    this.#noticeTimer = setTimeout(leave, this.undo ? UNDO_MS : NOTICE_MS);
  }

  /** Reads everything again: events that happened without a connection are not repeated. */
  async #reload(): Promise<void> {
    await this.#read();
    const before = new Set(this.calls);
    const heard: RewardEvent[] = [];
    this.#duringReload = heard;
    const answers = await Promise.all([this.api.calls(), this.api.rewards()]).catch(() => null);
    // A later read knows more.
    if (this.#duringReload !== heard) return;
    this.#duringReload = null;
    if (!answers) return;
    const [calls, rewards] = answers;
    const newest = calls.at(-1)?.id ?? 0;
    const since = this.calls.filter((call) => call.id > newest && !before.has(call));
    const last = rewards.at(-1)?.data.id ?? 0;
    const all = [...rewards, ...heard.filter(({ data }) => data.id > last)];
    this.channels.setRewards(all);
    this.update({ calls: [...calls, ...since] });
  }

  /** Reads the state once it is not being read: of many changes at a time each would have all of it read. */
  #readAgain(): void {
    this.#isStale = true;
    if (!this.#duringRead) void this.#read();
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    this.#isStale = false;
    const mine = this.#reading;
    const since: MemberUpdate[] = [];
    this.#duringRead = since;
    const overview = await this.api.state().catch(() => null);
    if (mine !== this.#reading) return;
    this.#duringRead = null;
    if (overview) {
      Object.assign(this, overview);
      this.#undrawn = since;
    }
    this.update({ connection: overview ? 'live' : 'lost' });
    if (this.#isStale) void this.#read();
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

function changeBy({ type, data }: RewardEvent): MemberUpdate['change'] {
  if (type === 'award') return (member) => ({ ...member, points: data.total });
  return (member) => ({ ...member, roles: [...member.roles.filter((id) => id !== data.roleId), data.roleId] });
}

/** The servers with these rewards applied, in one pass over the members. */
function withRewards(servers: ServerView[], given: readonly MemberUpdate[]): ServerView[] {
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
