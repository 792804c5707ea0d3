import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chooseEngines } from '../../support/browsers/choose-engines.ts';
import { type EngineWindow, PAGE_ENGINES, until, untilFound } from '../../support/browsers/page-engines.ts';
import { allOr, itInFull, repeats } from '../../support/thorough.ts';
import { StaticSite } from '../support/static-site.ts';
import { tryAgain } from '../support/try-again.ts';

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
/** As of somebody who uses the page, which then loads what a press needs. */
const SCROLL = "dispatchEvent(new Event('scroll'))";
const AGAIN = tryAgain('rewards-checkin');
const inState = (state: string) => `${AGAIN} return asking.matches(':state(${state})')`;
const OUTCOME = `
  ${AGAIN}
  return !asking.matches(':is(:state(loading), :state(submitting), :state(ready))') && asking.shadowRoot.textContent;
`;

const reads = (pattern: RegExp) => `return ${pattern}.test(document.body.innerText)`;
/** The same of a page that shows a part at a time where a window is narrow. */
const holds = (pattern: RegExp) => `return ${pattern}.test(document.body.textContent)`;
/** Presses the first thing of that kind that has the text on it, once there is one. */
const pressNamed = (kind: string, text: string) => `
  const named = Array.from(document.querySelectorAll('${kind}')).find((one) => one.textContent.includes('${text}') && !one.disabled);
  named?.click();
  return named !== undefined;
`;
/** Comes as that member. True once the page has heard of it: its scripts come after its buttons. */
const comeAs = (name: string) => `
  const named = Array.from(document.querySelectorAll('.try-as button')).find((one) => one.textContent.includes('${name}'));
  named?.click();
  return named?.ariaPressed === 'true';
`;
/** Types into a field, as soon as there is one that may be typed into, and sends its form where that is wanted. */
const enter = (field: string, text: string, { send = false } = {}) => `
  const field = document.querySelector('${field}');
  if (!field) return false;
  field.value = '${text}';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (${send}) field.form.requestSubmit();
  return true;
`;
const chooseFile = (name: string, text: string) => `
  const input = document.querySelector('input[type=file]:not(:disabled)');
  if (!input) return false;
  const chosen = new DataTransfer();
  chosen.items.add(new File([${JSON.stringify(text)}], '${name}'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
`;
/** What a file holds that a link saves, in place of asking where to save it. */
const BEGIN_EXPORT = `
  const link = document.querySelector('a[download]');
  if (!link) return false;
  URL.createObjectURL = (blob) => (void blob.text().then((text) => (window.exported = text)), '#');
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) click.call(this);
  };
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return true;
`;
/**
 * Presses a part of the widget of an action, once it stands there, as somebody's hand would: not every engine takes a script for one. What
 * would open a window goes on in the same tab.
 */
const pressScript = (action: string, part: string) => `
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true });
  window.open = () => null;
  const pressed = document.querySelector('[action=${action}]')?.shadowRoot?.querySelector('[part=${part}]');
  if (!pressed || pressed.disabled) return false;
  pressed.click();
  return true;
`;
/** Whether the widget of an action says that. */
const says = (action: string, text: string) => `
  if (!document.querySelector('[action=${action}]')?.shadowRoot) return false;
  ${tryAgain(`[action=${action}]`)}
  return asking.shadowRoot.textContent.includes('${text}');
`;
/** Whether it is granted: where it is not under way after a sign-in, or no answer came, it is pressed. */
const grantedOrPressed = (action: string) => `
  const widget = document.querySelector('[action=${action}]');
  if (widget.matches(':is(:state(ready), :state(failed))')) widget.shadowRoot.querySelector('[part~=button]')?.click();
  return widget.matches(':state(granted)');
`;
/** What the bot said last in the community beside the demo, and of how many points. */
const LATEST_TOTAL =
  "return Array.from(document.querySelectorAll('.log li')).at(-1)?.textContent.match(/That makes .*/)?.[0]";

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
          const earlier = site.asked.length;
          await window.goto(site.url + path);
          await untilFound('the ledger is loaded ahead of a press', async () => {
            await window.run(SCROLL);
            return site.asked.slice(earlier).some((asked) => asked.endsWith('.wasm'));
          });
          await until(window, 'the widget can be pressed', press(member));
          assert.match(await until<string>(window, 'there is an outcome', OUTCOME), /\+\d+ points?/);
          assert.ok(await window.run(inState('granted')));
        });
      }

      repeats(['e2e/published/static-site'], () => {
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

      itInFull("decides, finds, exports and gives at the owner's desk", async () => {
        await window.goto(`${site.url}desk/`);
        await until(window, 'the fortnight is there', reads(/Yes, 1 claim\./));
        await until(window, 'the claim can be decided', pressNamed('main a', 'Decide'));
        await until(window, 'it asks who decides', enter('.record [name=by]', 'Wren'));
        await until(window, 'it asks why', enter('.record [name=why]', 'looked in the log'));
        await until(window, 'it can be answered', pressNamed('.record button', 'Yes, has it'));
        await until(window, 'nothing waits any more', reads(/Nothing waits for you/));

        await window.goto(`${site.url}demo/`);
        await until(window, 'the widget can be pressed', press(YUKI));
        await until(window, 'there is an outcome', OUTCOME);

        await window.goto(`${site.url}desk/`);
        await until(window, 'what was decided is kept', reads(/No, nothing\./));
        await until(window, 'there is a search', enter('[name=q]', YUKI, { send: true }));
        await until(window, 'the claim is found', reads(/903\s*618\s*274\s*509\s*136\s*283/));
        await until(window, 'there are all claims', pressNamed('nav a', 'Claims'));
        await until(window, 'they can be exported', BEGIN_EXPORT);
        assert.match(await until<string>(window, 'there is a file', 'return window.exported'), new RegExp(YUKI));

        await until(window, 'there is a page to give on', pressNamed('nav a', 'Give'));
        await until(window, 'a file can be given', pressNamed('main :is(button, label, a)', 'Many, from a file'));
        const lines = [NOOR, WREN].map((member, at) => `${member},50,,Raffle,raffle-${at}`);
        const csv = ['memberId,points,role,remark,key', ...lines, ''].join('\n');
        await until(window, 'a file can be chosen', chooseFile('gifts.csv', csv));
        await until(window, 'it was looked at', reads(/2 members would get 100 points/));
        await until(window, 'it asks who gives', enter('main [name=by]', 'Wren'));
        await until(window, 'it can be given', pressNamed('main button', 'Give it all'));
        await until(window, 'all of it is given', reads(/Finished: 2 of 2/));
      });

      itInFull('has a visitor sign in with a simulated platform, claim, and sign out', async () => {
        const page = `${site.url}who-is-asking.html`;
        await window.goto(page);
        await until(window, 'one may sign in', says('crew', 'Sign in with Harbour Lights'));
        await until(window, 'the platform can be gone to', pressScript('crew', 'button'));
        // A page that is being left answers nothing.
        const leaving = { run: <T>(script: string) => window.run<T>(script).catch(() => false as T) };
        await until(leaving, 'a member can be chosen', pressNamed('button', 'Noor'));
        await until(leaving, 'it comes back with the member', says('crew', 'Member: Noor'));
        assert.equal(await window.run('return location.href'), page);
        await until(window, 'the claim goes on, or can be made', grantedOrPressed('crew'));
        await until(window, 'one may sign out', pressScript('crew', 'sign-out'));
        await until(window, 'nobody is signed in', says('crew', 'Sign in with Harbour Lights'));
      });

      it('shows in the console what was claimed in the demo, and there whom the console adds', async () => {
        await window.goto(`${site.url}demo/`);
        await until(window, 'the widget can be pressed', press(NOOR));
        await until(window, 'there is an outcome', OUTCOME);
        const said = await until<string>(window, 'the bot tells of it', LATEST_TOTAL);
        const [, total = ''] = /That makes (\d+)\./.exec(said) ?? [];

        await window.goto(`${site.url}console/`);
        await until(window, 'the points are there', holds(new RegExp(`\\b${total}\\s+points`)));
        await until(window, 'a member can be added', enter('[placeholder="New member"]', 'Oona', { send: true }));
        await until(window, 'the member is there', holds(/Oona/));

        await window.goto(`${site.url}demo/`);
        await until(window, 'the demo knows them', reads(/Oona/));
      });

      it('leads from a claim whose reply was lost to the desk, where it waits', async () => {
        await window.goto(site.url);
        await until(window, 'another member comes', comeAs('Wren'));
        await window.run("document.querySelector('.lose').click()");
        await until(window, 'a reply will be lost', reads(/The next reply will be lost/));
        // A press while it loads is lost with an answer that does not come in time.
        await until(window, 'the widget can be pressed', inState('ready'));
        await window.run(pressScript('daily', 'button'));
        const link = `${AGAIN} return document.querySelector('.tale a')?.href`;
        assert.equal(await until<string>(window, 'the page says who decides', link), `${site.url}desk/`);
        await window.goto(`${site.url}desk/`);
        await until(window, 'there is all that waits', pressNamed('nav a', 'Waiting'));
        await until(window, 'the claim waits', reads(/…038469/));
      });
    });
  }
});
