import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ServerView } from '../../index.ts';
import type { Model, Place } from '../model.ts';
import { portrait } from './portrait.ts';

const CHANNELS: [Place, string][] = [
  ['general', '# general'],
  ['rewards', '# rewards'],
];
const BACKSTAGE: [Place, string][] = [
  ['requests', 'Requests'],
  ['faults', 'Faults'],
  ['settings', 'Settings'],
];

/** The servers, and the pages of the one that is shown. */
export function sidebarView(model: Model): TemplateResult {
  const { server, servers, faults } = model;
  return html`
    <nav class="servers" aria-label="Servers">
      ${repeat(
        servers,
        ({ id }) => id,
        (one) => serverButton(one, one.id === server?.id, model),
      )}
      <button type="button" class="add" aria-label="Add a server" title="Add a server" @click=${() => add(model)}>
        +
      </button>
    </nav>
    <nav class="places" aria-label="Places">
      <h1>${server?.name ?? 'Community emulator'}</h1>
      <h2>Channels</h2>
      ${CHANNELS.map((entry) => placeLink(entry, model))}
      <h2 class="narrow-only">People</h2>
      ${placeLink(['members', 'Members'], model, 'narrow-only')}
      <h2>Behind the scenes</h2>
      ${BACKSTAGE.map((entry) => placeLink(entry, model))} ${elsewhere(model)}
      <p class="you">
        <span>You play ${roleOf(model)}</span>
        ${faults.length > 0 ? html`<a class="warning" href="./#faults">${faults.length} faults on</a>` : ''}
      </p>
    </nav>
  `;
}

/** Links to the community's site and desk. */
function elsewhere({ links: { site, desk } }: Model): TemplateResult | typeof nothing {
  if (site === undefined && desk === undefined) return nothing;
  return html`
    <p class="elsewhere">
      ${site === undefined ? nothing : html`<a href="${site}/">The site</a>`}
      ${desk === undefined ? nothing : html`<a href="${desk}/">The owner’s desk</a>`}
    </p>
  `;
}

function roleOf({ administrator, mayUseApi }: Model): string {
  if (administrator) return 'an administrator';
  return mayUseApi ? 'a member who may use the API' : 'a member';
}

function serverButton(server: ServerView, current: boolean, model: Model): TemplateResult {
  const enter = () => model.enter(server.id);
  const unread = current ? 0 : model.channels.unread(server.id);
  const name = unread === 0 ? server.name : `${server.name}, ${unread} unread`;
  return html`
    <button type="button" aria-current=${current} aria-label=${name} title=${name} @click=${enter}>
      ${portrait(server)} ${unread === 0 ? nothing : html`<span class="mark"></span>`}
    </button>
  `;
}

function placeLink([place, name]: [Place, string], model: Model, extra = ''): TemplateResult {
  const unread = place === 'rewards' && model.server ? model.channels.unread(model.server.id) : 0;
  return html`
    <a class="place ${extra}" href="./#${place}" aria-current=${model.place === place ? 'page' : 'false'}
      >${name}${
        unread === 0
          ? nothing
          : html` <span class="unread">${Math.min(unread, 999)}<span class="hidden"> unread</span></span>`
      }</a
    >
  `;
}

function add(model: Model): void {
  void model.attempt(async () => {
    const { id } = await model.api.addServer(`Server ${model.servers.length + 1}`);
    model.enter(id);
    location.hash = '#settings';
  }, 'Server added. It has no API key yet.');
}
