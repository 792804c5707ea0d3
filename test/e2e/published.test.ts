import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chooseEngines } from '../support/choose-engines.ts';
import { type EngineWindow, PAGE_ENGINES, until } from '../support/page-engines.ts';
import { allOr, repeats } from '../support/thorough.ts';
import { StaticSite } from './static-site.ts';

const NOOR = '739204618530271847';
const WREN = '516830294751038469';
const YUKI = '903618274509136283';
/** Pages whose first widget is a check-in, and who comes. In the one browser of `npm test` all but the last have tests of their own. */
const PAGES: [path: string, member: string][] = [
  ['', NOOR],
  ['demo/', YUKI],
  ['playground/', NOOR],
  ['examples/homepage/', NOOR],
];

/** Enters the id where the page asks for it, unless it knows the member, and presses the button, once there is one. Tells whether it did. */
const press = (member: string) => `
  const widget = document.querySelector('rewards-checkin');
  if (!widget?.matches(':state(ready)')) return false;
  const asks = [document.querySelector('rewards-member'), widget];
  const input = asks.map((one) => one?.shadowRoot?.querySelector('[part~=input]')).find(Boolean);
  if (!input && widget.getAttribute('member-id') !== '${member}') return false;
  if (input) {
    input.value = '${member}';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  widget.shadowRoot.querySelector('[part=button]').click();
  return true;
`;
/** What the press needs, which a page loads once it has nothing else to do. */
const LEDGER = "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm'))";
const inState = (state: string) => `return document.querySelector('rewards-checkin').matches(':state(${state})')`;
const OUTCOME = `
  const widget = document.querySelector('rewards-checkin');
  return !widget.matches(':is(:state(loading), :state(submitting), :state(ready))') && widget.shadowRoot.textContent;
`;

const engines = await chooseEngines(PAGE_ENGINES, process.env, console.log);

describe('the published site, below a path', () => {
  let site: StaticSite;

  before(async () => {
    site = await StaticSite.open();
  });

  after(() => site?.close());

  for (const { name, open } of engines) {
    describe(`in ${name}`, () => {
      let window: EngineWindow;

      before(async () => {
        window = await open();
      });

      after(() => window?.[Symbol.asyncDispose]());

      for (const [path, member] of allOr(PAGES.slice(-1), PAGES)) {
        it(`grants a claim: /${path}`, async () => {
          await window.goto(site.url + path);
          await until(window, 'the ledger is loaded ahead of a press', LEDGER);
          await until(window, 'the widget can be pressed', press(member));
          assert.match(await until<string>(window, 'there is an outcome', OUTCOME), /\+\d+ points?/);
          assert.ok(await window.run(inState('granted')));
        });
      }

      repeats(['e2e/static-site'], () => {
        it('pays nobody again after a reload, until somebody starts over', async () => {
          await window.goto(`${site.url}demo/`);
          await until(window, 'the widget can be pressed', press(WREN));
          await until(window, 'it is granted', inState('granted'));

          await window.goto(`${site.url}demo/`);
          await until(window, 'the widget can be pressed again', press(WREN));
          await until(window, 'it is told that it was claimed', inState('claimed'));

          await window.run(`document.querySelector('[data-start-over] button').click()`);
          // A page that is being left answers nothing.
          const reloading = { run: <T>(script: string) => window.run<T>(script).catch(() => false as T) };
          await until(reloading, 'it can be claimed once more', inState('ready'));
        });
      });
    });
  }
});
