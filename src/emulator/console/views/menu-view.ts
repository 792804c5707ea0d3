import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Member, Role, ServerView } from '../../index.ts';
import type { Model } from '../model.ts';
import { pointsText } from '../points-text.ts';

const MARGIN = 8;

/** The menu of what was right-clicked. */
export function menuView(model: Model): TemplateResult | typeof nothing {
  const { menu, server } = model;
  if (!menu || !server) return nothing;
  const subject =
    menu.of.kind === 'member' ? server.members.find(byId(menu.of.id)) : server.roles.find(byId(menu.of.id));
  if (!subject) return nothing;
  const entries = 'points' in subject ? memberEntries(subject, server, model) : roleEntries(subject, server, model);
  return html`
    <div
      class="menu"
      role="menu"
      aria-label=${subject.name}
      popover
      ${ref((element) => queueMicrotask(() => open(element, menu)))}
      @toggle=${(event: ToggleEvent) => closed(event, model)}
      @keydown=${step}
    >
      ${idEntry(menu.of.kind, subject.id, model)} ${entries}
    </div>
  `;
}

const byId =
  (wanted: string) =>
  ({ id }: { id: string }) =>
    id === wanted;

/** Ids are shown only in developer mode, as on the platform (service API, section 1). */
function idEntry(kind: 'member' | 'role', id: string, model: Model): TemplateResult {
  if (!model.developerMode) {
    const turnOn = () => model.update({ developerMode: true, notice: 'Developer mode is on: ids can be copied.' });
    return html`<button type="button" role="menuitem" @click=${turnOn}>Turn on developer mode, to copy ids</button>`;
  }
  const what = kind === 'member' ? 'User id' : 'Role id';
  return entry(`Copy ${what.toLowerCase()}`, model, () => model.copy(id, what));
}

function memberEntries(member: Member, { id, roles }: ServerView, model: Model): TemplateResult {
  const give = (role: Role) => {
    const held = member.roles.includes(role.id);
    const next = held ? member.roles.filter((one) => one !== role.id) : [...member.roles, role.id];
    const change = () => model.attempt(() => model.api.changeMember(id, member.id, { roles: next }));
    return html`
      <button
        type="button"
        role="menuitemcheckbox"
        aria-checked=${held}
        @click=${(event: Event) => then(event, model, change)}
      >
        ${role.name}
      </button>
    `;
  };
  const remove = () =>
    model.attempt(
      () => model.api.removeMember(id, member.id),
      `${member.name} has left. Claims for this id are refused now.`,
    );
  const ask = async () =>
    model.ask(`Remove ${member.name}, with ${pointsText(member.points)}, from the server?`, 'Yes, remove', remove);
  return html`${roles.map(give)} ${entry('Remove from the server', model, ask)}`;
}

function roleEntries(role: Role, { id }: ServerView, model: Model): TemplateResult {
  const remove = () => model.attempt(() => model.api.removeRole(id, role.id), `The role ${role.name} is gone.`);
  const ask = async () => model.ask(`Delete the role ${role.name}? Its members lose it.`, 'Yes, delete', remove);
  return entry('Delete the role', model, ask);
}

function entry(name: string, model: Model, act: () => Promise<void>): TemplateResult {
  return html`<button type="button" role="menuitem" @click=${(event: Event) => then(event, model, act)}>
    ${name}
  </button>`;
}

/** Closes the menu first: that returns the focus to where it was. If the menu is only removed, the focus is lost. */
function then({ currentTarget }: Event, model: Model, act: () => Promise<void>): void {
  if (currentTarget instanceof Element) currentTarget.closest<HTMLElement>('.menu')?.hidePopover();
  model.update({ menu: null });
  void act();
}

/** Shows the menu where it was opened, moved so that it fits into the window. */
function open(element: Element | undefined, { x, y }: { x: number; y: number }): void {
  if (!(element instanceof HTMLElement) || !element.isConnected || element.matches(':popover-open')) return;
  element.showPopover();
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`;
  element.style.top = `${Math.max(MARGIN, Math.min(y, innerHeight - height - MARGIN))}px`;
  element.querySelector('button')?.focus();
}

function closed({ newState }: ToggleEvent, model: Model): void {
  if (newState === 'closed' && model.menu) model.update({ menu: null });
}

function step(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !(event.currentTarget instanceof Element)) return;
  event.preventDefault();
  const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons.at((at + by) % buttons.length)?.focus();
}
