import { html, type TemplateResult } from 'lit';
import { number, pointsText } from '../../src/emulator/console/points-text.ts';
import { lighthouse } from '../page/lighthouse.ts';
import type { Community, Message } from '../page/community-feed.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** What the community shows of a member: the points, and what the bot said last. */
export function chatView({ server, messages }: Community, memberId: string | null): TemplateResult {
  const member = server?.members.find(({ id }) => id === memberId);
  return html`
    <p class="points">
      <span>${member ? `${member.name}'s points` : 'Points'}</span>
      <b>${member && number.format(member.points)}</b>
    </p>
    <div class="said" role="log" aria-label="Messages in harbour-log">${messageView(messages.at(-1))}</div>
  `;
}

function messageView(message: Message | undefined): TemplateResult {
  const who = html`${lighthouse}<b>Beacon</b>`;
  if (message?.kind !== 'award')
    return html`<p class="who">${who}</p>
      <p>Whoever checks in turns up here.</p>`;
  const { at, memberName, points, remark, total } = message.event;
  return html`
    <p class="who">${who} <time datetime=${at}>${clock.format(new Date(at))}</time></p>
    <p>
      <b>${memberName}</b> gets <b>${pointsText(points)}</b>: ${remark}. That makes <em>${number.format(total)}</em>.
    </p>
  `;
}
