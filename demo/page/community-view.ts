import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Member, Role } from '../../src/emulator/index.ts';
import { number, pointsText, unitOf } from '../../src/emulator/console/points-text.ts';
import { styled } from '../../src/emulator/console/views/directives.ts';
import { initialsOf } from '../../src/emulator/console/views/portrait.ts';
import type { Community, Message } from './community-feed.ts';
import { lighthouse } from './lighthouse.ts';

const BOT = 'Beacon';
const STATUS: Record<Community['connection'], string> = { opening: '', live: 'live', lost: 'not connected' };
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** The community as its members would see it. `use` is told which member the visitor wants to be. */
export function communityView(community: Community, use: (member: Member) => void): TemplateResult {
  const { connection, server, messages } = community;
  const roles = new Map(server?.roles.map((role) => [role.id, role]));
  const members = server?.members.toSorted((one, other) => other.points - one.points) ?? [];
  const latest = messages.at(-1)?.event.memberId;
  return html`
    <div>
      <h3 class="channel"># harbour-log <span class="status ${connection}">${STATUS[connection]}</span></h3>
      <div class="log" role="log" aria-label="Messages in harbour-log" tabindex="0">
        <ol>
          <li>
            ${lighthouse}
            <p class="who">${BOT}</p>
            <p>Good to see you. Members who check in on the website turn up here.</p>
          </li>
          ${repeat(messages, ({ id }) => id, messageView)}
        </ol>
      </div>
    </div>
    <div>
      <h3>Members</h3>
      <ol class="members">
        ${repeat(
          members,
          ({ id }) => id,
          (member) => memberView(member, { roles, fresh: member.id === latest, use }),
        )}
      </ol>
    </div>
  `;
}

function messageView({ kind, event }: Message): TemplateResult {
  const { at, memberName, remark } = event;
  const what = kind === 'award' ? pointsText(event.points) : `the role ${event.roleName}`;
  const now = kind === 'award' ? `That makes ${number.format(event.total)}.` : '';
  return html`
    <li ${ref(scrollToEnd)}>
      ${lighthouse}
      <p class="who">${BOT} <time datetime=${at}>${clock.format(new Date(at))}</time></p>
      <p><strong>${memberName}</strong> gets <strong>${what}</strong>: ${remark}. <span>${now}</span></p>
    </li>
  `;
}

interface MemberContext {
  roles: ReadonlyMap<string, Role>;
  fresh: boolean;
  use: (member: Member) => void;
}

function memberView(member: Member, { roles, fresh, use }: MemberContext): TemplateResult {
  const { id, name, points } = member;
  const held = member.roles.flatMap((role) => roles.get(role) ?? []);
  return html`
    <li class=${fresh ? 'fresh' : ''}>
      <span class="avatar" aria-hidden="true" ${styled('--hue', String(hueOf(id)))}>${initialsOf(name)}</span>
      <span class="name">
        ${name} ${held.map((role) => html`<span class="role" ${styled('--role', role.color)}>${role.name}</span>`)}
      </span>
      <span class="id">${id}</span>
      <span class="points">${number.format(points)} <span class="unit">${unitOf(points)}</span></span>
      <button class="use" aria-label="Use id of ${name}" @click=${() => use(member)}>Use id</button>
    </li>
  `;
}

/** Shows a message that has just come, below all others. */
function scrollToEnd(message: Element | undefined): void {
  queueMicrotask(() => {
    const log = message?.closest('.log');
    if (log) log.scrollTop = log.scrollHeight;
  });
}

function hueOf(id: string): number {
  return Number(BigInt(id) % 360n);
}
