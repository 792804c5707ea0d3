import { html, render } from 'lit';

/** Members of the emulated community, whose ids visitors of an example may borrow. */
const MEMBERS = [
  ['Noor', '739204618530271847'],
  ['Wren', '516830294751038469'],
  ['Yuki', '903618274509136283'],
];

/** Tells every widget of the page, as an id that was entered in one of them does. */
function enter(id: string): void {
  dispatchEvent(new CustomEvent('rewards-member-id', { detail: { id } }));
}

/** A bar at the end of an example's page: what this is, and somebody to try it as. It speaks English on every page. */
const bar = document.createElement('aside');
bar.className = 'try-it';
bar.lang = 'en';
bar.dir = 'ltr';
bar.ariaLabel = 'About this example';
render(
  html`<a href="../">Examples</a>
    <span>Try it as</span>
    ${MEMBERS.map(([name, id = '']) => html`<button type="button" @click=${() => enter(id)}>${name}</button>`)}`,
  bar,
);
document.body.append(bar);
