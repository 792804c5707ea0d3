import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Member, Role, ServerView } from '../../index.ts';
import type { Menu, Model } from '../model.ts';
import { number, unitOf } from '../points-text.ts';
import { styled } from './directives.ts';
import { onSubmit } from './on-submit.ts';
import { portrait } from './portrait.ts';

/** The members by their points, and the roles, each with a menu. */
export function membersView(model: Model): TemplateResult {
  const { server } = model;
  const all = server?.members ?? [];
  const wanted = model.search.trim().toLowerCase();
  const members = all
    .filter(({ id, name }) => wanted === '' || id === wanted || name.toLowerCase().includes(wanted))
    .toSorted((one, other) => other.points - one.points);
  const shown = members.slice(0, model.shown.members);
  return html`
    <header class="head">
      <h2>Members</h2>
      <p>${number.format(all.length)} in all, by points</p>
    </header>
    <div class="scroll">
      <form class="line" @submit=${onSubmit(({ name = '' }) => addMember(name, model))}>
        <input
          name="name"
          required
          maxlength="100"
          autocomplete="off"
          aria-label="Name of a new member"
          placeholder="New member"
        />
        <button type="submit">Add</button>
      </form>
      <p class="line">
        <input
          type="search"
          autocomplete="off"
          aria-label="Find a member by name or id"
          placeholder="Find a member"
          .value=${live(model.search)}
          @input=${(event: InputEvent) => find(event, model)}
        />
      </p>
      <ol class="members">
        ${repeat(
          shown,
          ({ id }) => id,
          (member) => memberView(member, model),
        )}
      </ol>
      ${
        members.length === 0
          ? html`<p class="empty">${wanted === '' ? 'Nobody is here yet.' : 'Nobody here is called so.'}</p>`
          : nothing
      }
      ${
        shown.length < members.length
          ? html`<p>
              <button type="button" @click=${() => model.showMore('members', 200)}>
                Show more of ${number.format(members.length)}
              </button>
            </p>`
          : nothing
      }
      <h3>Roles</h3>
      <ul class="roles">
        ${server?.roles.map((role) => html`<li>${rolePill(role)} ${menuButton('role', role, model)}</li>`)}
      </ul>
      <form class="line" @submit=${onSubmit(({ name = '', color = '' }) => addRole({ name, color }, model))}>
        <input type="color" name="color" value="#5b7bd5" aria-label="Colour of a new role" />
        <input
          name="name"
          required
          maxlength="100"
          autocomplete="off"
          aria-label="Name of a new role"
          placeholder="New role"
        />
        <button type="submit">Add</button>
      </form>
    </div>
  `;
}

function find({ target }: InputEvent, model: Model): void {
  if (target instanceof HTMLInputElement) model.update({ search: target.value });
}

function memberView(member: Member, model: Model): TemplateResult {
  const held = rolesOf(member, model.server);
  const colour = held[0]?.color ?? '';
  return html`
    <li @contextmenu=${(event: MouseEvent) => openMenu(event, { kind: 'member', id: member.id }, model)}>
      ${portrait(member)}
      <span class="name" ${styled('--role', colour)}>${member.name}</span>
      <span class="points">${number.format(member.points)} <span class="unit">${unitOf(member.points)}</span></span>
      <span class="held">${held.map(rolePill)}</span>
      ${menuButton('member', member, model)}
    </li>
  `;
}

function rolesOf(member: Member, server: ServerView | undefined): Role[] {
  return server?.roles.filter(({ id }) => member.roles.includes(id)) ?? [];
}

function rolePill({ name, color }: Role): TemplateResult {
  return html`<span class="role" ${styled('--role', color)}>${name}</span>`;
}

function menuButton(
  kind: Menu['of']['kind'],
  { id, name }: { id: string; name: string },
  model: Model,
): TemplateResult {
  const open = (event: MouseEvent) => openMenu(event, { kind, id }, model);
  return html`
    <button
      type="button"
      class="more"
      aria-haspopup="menu"
      aria-label="More of ${name}"
      @click=${open}
      @contextmenu=${open}
    >
      <svg viewBox="0 0 16 4" aria-hidden="true">
        <circle cx="2" cy="2" r="1.5" />
        <circle cx="8" cy="2" r="1.5" />
        <circle cx="14" cy="2" r="1.5" />
      </svg>
    </button>
  `;
}

/** Opens the menu at the pointer, or at the element if the keyboard opened it. */
function openMenu(event: MouseEvent, of: Menu['of'], model: Model): void {
  event.preventDefault();
  event.stopPropagation();
  const { currentTarget, clientX, clientY } = event;
  const box = currentTarget instanceof Element ? currentTarget.getBoundingClientRect() : null;
  const atPointer = clientX !== 0 || clientY !== 0 || !box;
  model.update({ menu: { of, x: atPointer ? clientX : box.left, y: atPointer ? clientY : box.bottom } });
}

function addMember(name: string, model: Model): void {
  const { api, server } = model;
  if (server) void model.attempt(() => api.addMember(server.id, name), `${name} has joined.`);
}

function addRole(role: { name: string; color: string }, model: Model): void {
  const { api, server } = model;
  if (server) void model.attempt(() => api.addRole(server.id, role), `The role ${role.name} is there.`);
}
