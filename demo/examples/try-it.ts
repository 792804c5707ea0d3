import { html, render } from 'lit';
import { shareMember } from '../../src/elements/shared/claiming/member-sharing.ts';

/** Members of the emulated community, whose ids visitors of an example may borrow. */
const MEMBERS = [
  ['Noor', '739204618530271847'],
  ['Wren', '516830294751038469'],
  ['Yuki', '903618274509136283'],
];

/** A bar at the end of an example's page: what this is, and somebody to try it as. It speaks English on every page. */
const bar = document.createElement('aside');
bar.className = 'try-it';
bar.lang = 'en';
bar.dir = 'ltr';
bar.ariaLabel = 'About this example';
render(
  html`<a href="../">Examples</a>
    <span>Try it as</span>
    ${MEMBERS.map(([name, id = '']) => html`<button type="button" @click=${() => shareMember(id)}>${name}</button>`)}`,
  bar,
);
document.body.append(bar);
