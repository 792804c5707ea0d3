import { html, render } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { number, pointsText } from '../../src/emulator/console/points-text.ts';
import type { Community, Message } from './community-feed.ts';

const UP_MS = 10_000;

/**
 * What rises at the bottom of a small screen for a while when the bot has said something in the community, which is far below
 * there. The community's log says it to screen readers, so that this does not.
 */
export class Peek {
  readonly #sheet: HTMLElement;
  #told: Message | undefined;
  /** Whether the community itself is to be seen. */
  #seen = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(sheet: HTMLElement, community: HTMLElement) {
    this.#sheet = sheet;
    new IntersectionObserver(([entry]) => {
      this.#seen = entry?.isIntersecting === true;
      if (this.#seen) this.#leave();
    }).observe(community);
  }

  /** Rises with a message that has just come. */
  tell({ messages }: Community): void {
    const message = messages.at(-1);
    const place = this.#sheet.querySelector('p');
    if (!message || message === this.#told || !place) return;
    this.#told = message;
    if (this.#seen) return;
    // Each in nodes of its own: what stood there before does not move to where it stands now.
    render(keyed(message, messageView(message)), place);
    this.#sheet.classList.add('up');
    clearTimeout(this.#leaving);
    this.#leaveLater();
  }

  /** Not under the pointer or the focus of somebody who is about to follow it. */
  #leaveLater(): void {
    this.#leaving = setTimeout(() => {
      if (this.#sheet.matches(':hover, :focus-within')) this.#leaveLater();
      else this.#leave();
    }, UP_MS);
  }

  #leave(): void {
    this.#sheet.classList.remove('up');
  }
}

function messageView({ kind, event }: Message) {
  const { memberName, remark } = event;
  const what = kind === 'award' ? pointsText(event.points) : `the role ${event.roleName}`;
  const total = kind === 'award' ? html`<em>${number.format(event.total)}</em>` : '';
  return html`<span><b>${memberName}</b> gets <b>${what}</b>: ${remark}.</span> ${total}`;
}
