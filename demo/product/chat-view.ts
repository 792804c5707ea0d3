import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { number, pointsText } from '../../src/emulator/console/points-text.ts';
import { lighthouse } from '../page/lighthouse.ts';
import type { Community, Message } from '../page/community-feed.ts';

/** How many of the last messages there is room for. */
const SEEN = 2;

const who = html`${lighthouse}<b>Beacon</b>`;
const welcome = html`<div>
  <p class="who">${who}</p>
  <p>Members who check in turn up here.</p>
</div>`;
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** What the community shows of a member: the points, and the last that the bot said. */
export function chatView({ server, messages }: Community, memberId: string | null): TemplateResult {
  const member = server?.members.find(({ id }) => id === memberId);
  return html`
    <p class="points">
      <span>${member ? `${member.name}'s points` : 'Points'}</span>
      <b>${member && number.format(member.points)}</b>
    </p>
    <div class="said" role="log" aria-label="Messages in harbour-log">
      ${messages.length < SEEN ? welcome : nothing} ${repeat(messages.slice(-SEEN), ({ id }) => id, messageView)}
    </div>
  `;
}

function messageView(message: Message): TemplateResult | typeof nothing {
  if (message.kind !== 'award') return nothing;
  const { at, memberName, points, remark, total } = message.event;
  // Without the id Firefox has no node for it, and Orca says its lines one by one.
  return html`
    <div id="message-${message.id}">
      <p class="who">${who} <time datetime=${at}>${clock.format(new Date(at))}</time></p>
      <p>
        <b>${memberName}</b> gets <b>${pointsText(points)}</b>: ${remark}. That makes <em>${number.format(total)}</em>.
      </p>
    </div>
  `;
}
