/** The stations, in their order. */
export const PAGE = 0;
export const PROXY = 1;
export const LEDGER = 2;
export const COMMUNITY = 3;

const LEG_MS = 420;
const CHECK_MS = 110;

/** A claim's slot, as the ledger has it. */
export interface Line {
  claim: string;
  slot: string;
  member: string;
  cameTo: 'reserved' | 'granted' | 'unknown' | 'released';
}

/** Draws the way from the widget to the community. Knows nothing of claims. */
export class Way {
  readonly #root: HTMLElement;
  readonly #nodes: HTMLElement[];
  readonly #legs: HTMLElement[];
  readonly #checks: HTMLElement[];
  readonly #dot: HTMLElement | null;
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(root: HTMLElement) {
    this.#root = root;
    const all = (selector: string) => Array.from(root.querySelectorAll<HTMLElement>(selector));
    this.#nodes = all('.node');
    this.#legs = all('.leg');
    this.#checks = all('.checks div');
    this.#dot = root.querySelector('.dot');
  }

  clear(): void {
    for (const one of [...this.#nodes, ...this.#legs]) one.classList.remove('lit', 'stop', 'lost');
    for (const check of this.#checks) check.classList.remove('on');
  }

  /** Moves the dot from one station to another, or half of the way, where it is lost. */
  async go(from: number, to: number, { lost = false } = {}): Promise<void> {
    const forth = from < to;
    if (forth) this.#legs[from]?.classList.add('lit');
    if (lost) this.#legs[to]?.classList.add('lost');
    await this.#move(from, to, lost ? 0.5 : 1, forth ? '' : lost ? 'reply gone' : 'reply');
    if (!lost) this.#nodes[to]?.classList.add('lit');
  }

  /** Where it does not go on. */
  stop(at: number): void {
    this.#nodes[at]?.classList.add('stop');
  }

  light(at: number): void {
    this.#nodes[at]?.classList.add('lit');
  }

  /** Ticks what the proxy looks at, one after the other. */
  async check(): Promise<void> {
    for (const check of this.#checks) {
      check.classList.add('on');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await this.pause(CHECK_MS);
    }
  }

  decide(text: string, tone: '' | 'yes' | 'no' = ''): void {
    const verdict = this.#root.querySelector('.verdict');
    if (!verdict) return;
    verdict.textContent = text;
    verdict.className = `verdict ${tone}`;
  }

  /** Shows the last lines of the ledger, and what is to be said of them. `held` is the one that stands in the way. */
  write(lines: readonly Line[], margin: string, held?: Line): void {
    const rows = Array.from(this.#root.querySelectorAll<HTMLTableRowElement>('.lines tr'));
    const shown = lines.slice(-rows.length);
    for (const [at, row] of rows.entries()) {
      const line = shown[at];
      const texts = line ? [line.slot, line.member, line.cameTo] : ['', '', ''];
      for (const [column, cell] of Array.from(row.cells).entries()) cell.textContent = texts[column] ?? '';
      row.className = `${line?.cameTo ?? ''} ${line && line === held ? 'held' : ''}`;
      row.ariaHidden = line ? null : 'true';
    }
    const note = this.#root.querySelector('.margin');
    if (note) note.textContent = margin;
  }

  async pause(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#calm.matches ? 0 : milliseconds));
  }

  async #move(from: number, to: number, part: number, kind: string): Promise<void> {
    const dot = this.#dot;
    const [start, end] = [this.#at(from), this.#at(to)];
    if (!dot || !start || !end || this.#calm.matches) return;
    dot.className = `dot ${kind}`;
    const frame = ([x, y]: readonly [number, number]) => ({ translate: `${x}px ${y}px`, opacity: 1 });
    const reached = [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part] as const;
    const options = { duration: LEG_MS, easing: 'cubic-bezier(.5,0,.3,1)' };
    // A page that is not to be seen has its animations wait: the story goes on.
    await Promise.race([dot.animate([frame(start), frame(reached)], options).finished, this.pause(LEG_MS)]);
  }

  /** The middle of a station's node, from the way's corner. */
  #at(station: number): readonly [number, number] | null {
    const node = this.#nodes[station]?.getBoundingClientRect();
    const root = this.#root.getBoundingClientRect();
    return node ? [node.x + node.width / 2 - root.x, node.y + node.height / 2 - root.y] : null;
  }
}
