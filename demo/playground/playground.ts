import { render } from 'lit';
import { RewardsMember } from '../../src/elements/index.ts';
import { shareMember } from '../../src/elements/shared/claiming/member-sharing.ts';
import { atLeisure } from '../in-page/at-leisure.ts';
import { onceUsed } from '../in-page/once-used.ts';
import { enterMemberId } from '../page/enter-member-id.ts';
import type { Faint } from './contrast.ts';
import type { Facts } from './facts/facts.ts';
import { Live } from './live/live.ts';
import { Log } from './live/log.ts';
import { Preview } from './preview.ts';
import { isLive, readSettings, type Settings, writeSettings } from './settings.ts';
import { SNIPPETS } from './snippets/index.ts';
import { playgroundView } from './views/playground-view.ts';

/** For how long a button says that it has copied something. */
const COPIED_MS = 1_600;
const EVENTS = ['rewards-claim', 'rewards-granted', 'rewards-pending', 'rewards-problem'] as const;

/** The page: what is set is in its address, and everything on it follows from that. */
export class Playground {
  readonly #root: HTMLElement;
  readonly #facts: Facts;
  readonly #frame = document.createElement('div');
  readonly #log = new Log(() => this.#draw());
  readonly #live: Live;
  readonly #preview: Preview;
  #settings: Settings;
  #ignored: string[] = [];
  #snippet = SNIPPETS[0]?.id ?? '';
  #copied = '';
  #reverting: ReturnType<typeof setTimeout> | undefined;
  #faint: Faint[] = [];
  /** Whether the page shows the widget alone yet. */
  #begins = true;
  /** Whether a control is being moved, or typed into, and has a step of the history already. */
  #moving = false;

  constructor(root: HTMLElement, facts: Facts) {
    this.#root = root;
    this.#facts = facts;
    this.#settings = readSettings('', facts).settings;
    this.#live = new Live(this.#log, this.#settings);
    this.#preview = new Preview(this.#frame, this.#live.memberToken);
    this.#frame.className = 'frame';
    for (const type of EVENTS) this.#frame.addEventListener(type, (event) => this.#log.widget(event, event.detail));
  }

  open(): void {
    this.#read();
    // A slow phone has the widget on its screen before it begins with what stands below.
    setTimeout(() => {
      this.#begins = false;
      this.#apply(this.#settings);
    });
    addEventListener('popstate', () => this.#read());
    // The visitor may soon press the widget's button.
    atLeisure(() => void this.#live.backend?.());
    onceUsed(() => void this.#live.prepare());
  }

  #read(): void {
    const { settings, ignored } = readSettings(location.search, this.#facts);
    this.#ignored = ignored;
    this.#apply(settings);
  }

  readonly #change = (settings: Settings, final: boolean): void => {
    const address = writeSettings(settings) || location.pathname;
    // A slider that is dragged, or a text that is typed, is one step back.
    if (this.#moving) history.replaceState(null, '', address);
    else if (address !== (location.search || location.pathname)) history.pushState(null, '', address);
    this.#moving = !final;
    this.#ignored = [];
    this.#apply(settings);
  };

  #apply(settings: Settings): void {
    const other = this.#live.use(settings);
    this.#settings = settings;
    const before = this.#preview.asking;
    this.#preview.show(settings, this.#facts);
    // Colours are known of what is in the page alone.
    this.#faint = this.#begins ? [] : this.#preview.faint(settings, this.#facts);
    if (other && isLive(settings) && this.#preview.asking === before) this.#preview.reset();
    this.#draw();
  }

  #draw(): void {
    render(
      playgroundView({
        begins: this.#begins,
        settings: this.#settings,
        facts: this.#facts,
        ignored: this.#ignored,
        faint: this.#faint,
        frame: this.#frame,
        entries: this.#log.entries,
        change: this.#change,
        enterMember: (id) => this.#enterMember(id),
        startAfresh: () => this.#startAfresh(),
        clearLog: () => this.#log.clear(),
        snippet: this.#snippet,
        showSnippet: (id) => {
          this.#snippet = id;
          this.#draw();
        },
        copy: (text) => void this.#copy(text),
        copied: this.#copied,
      }),
      this.#root,
    );
  }

  #startAfresh(): void {
    this.#live.startAfresh(this.#settings);
    this.#preview.reset();
    this.#log.clear();
  }

  #enterMember(id: string): void {
    const { asking } = this.#preview;
    // The field on its own hands an id on when the visitor leaves it.
    if (asking instanceof RewardsMember) shareMember(id);
    else if (asking) void enterMemberId(asking, id);
  }

  #showCopied(text: string): void {
    this.#copied = text;
    this.#draw();
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#showCopied(text);
      clearTimeout(this.#reverting);
      this.#reverting = setTimeout(() => this.#showCopied(''), COPIED_MS);
    } catch {
      // The browser does not let it: what is selected can be copied all the same.
      const code = this.#root.querySelector('[role=tabpanel]:not([hidden]) code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  }
}
