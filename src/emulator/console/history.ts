/** The messages that were sent, for the arrow keys to go through. */
export class History {
  readonly #messages: string[] = [];
  #at = 0;

  add(text: string): void {
    if (this.#messages.at(-1) !== text) this.#messages.push(text);
    this.#at = this.#messages.length;
  }

  /** Goes to the message before (-1) or after (1) the last one returned; empty after the newest, null if there is none. */
  move(step: -1 | 1): string | null {
    const at = this.#at + step;
    if (at < 0 || at > this.#messages.length) return null;
    this.#at = at;
    return this.#messages[at] ?? '';
  }
}
