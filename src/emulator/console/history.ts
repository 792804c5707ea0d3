/** What was said before, which the arrow keys bring back. */
export class History {
  readonly #said: string[] = [];
  #at = 0;

  add(text: string): void {
    if (this.#said.at(-1) !== text) this.#said.push(text);
    this.#at = this.#said.length;
  }

  /** The one before (-1) or after (1) the one that was brought last; empty behind the newest, null if there is none. */
  bring(step: -1 | 1): string | null {
    const at = this.#at + step;
    if (at < 0 || at > this.#said.length) return null;
    this.#at = at;
    return this.#said[at] ?? '';
  }
}
