import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HarbourChain } from '../../../demo/chain/index.ts';
import { chooseEngines } from '../../support/browsers/choose-engines.ts';
import { type EngineWindow, PAGE_ENGINES, until } from '../../support/browsers/page-engines.ts';
import { describeInFull } from '../../support/thorough.ts';
import { openDemoAnywhere } from '../support/anywhere.ts';
import { StaticSite } from '../support/static-site.ts';
import { tryAgain } from '../support/try-again.ts';

const NOOR = '739204618530271847';
const WREN = '516830294751038469';
const YUKI = '903618274509136283';
/** So long until six blocks stand on one. */
const FINAL_SECONDS = 14;

const clicked = (selector: string) => `
  const found = document.querySelector('${selector}');
  found?.click();
  return found !== null;
`;
const confirms = (text: string) => `return document.querySelector('#confirmed').textContent.includes('${text}')`;
const names = (action: string, text: string) => `
  return document.querySelector('[action=${action}]').shadowRoot?.textContent.includes('${text}');
`;
/** Presses the button of a card, once it can be pressed. */
const pressed = (action: string) => `
  const card = document.querySelector('[action=${action}]');
  if (!card.matches(':is(:state(ready), :state(refused))')) return false;
  card.shadowRoot.querySelector('[part~=button]').click();
  return true;
`;
/** What a card says in a state, once it is in it. */
const saysIn = (action: string, state: string) => `
  ${tryAgain(`[action=${action}]`)}
  return asking.matches(':state(${state})') && asking.shadowRoot.textContent;
`;

/** What somebody does on the page, in any engine. */
class Trying {
  readonly #window: EngineWindow;

  constructor(window: EngineWindow) {
    this.#window = window;
  }

  async open(url: string, member: string): Promise<void> {
    await this.#window.goto(`${url}examples/deed/`);
    // Before that, nobody hears who is chosen.
    for (const action of ['lantern', 'deed']) await this.shows(action, 'ready');
    await this.#until('a member can be chosen', clicked(`.try-it [value="${member}"]`));
    for (const action of ['lantern', 'deed']) await this.#until('the card knows the member', names(action, member));
  }

  async light(): Promise<void> {
    await this.#until('the lantern can be lit', clicked('#light'));
    await this.#until('it was sent', confirms('Sent.'));
  }

  async mood(value: string): Promise<void> {
    await this.#until('the wallet can be another', clicked(`[name=mood][value=${value}]`));
  }

  async press(action: string): Promise<void> {
    await this.#until(`${action} can be pressed`, pressed(action));
  }

  shows(action: string, state: string): Promise<string> {
    return this.#until(`${action} is ${state}`, saysIn(action, state));
  }

  async reads(action: string, text: string): Promise<void> {
    await this.#until(`${action} says “${text}”`, names(action, text));
  }

  async confirmed(text: string): Promise<void> {
    await this.#until(`the transaction is told: ${text}`, confirms(text));
  }

  /** What the wallet was asked, without the answers. */
  heard(): Promise<string[]> {
    return this.#window.run(`return Array.from(document.querySelectorAll('#heard b'), (one) => one.textContent)`);
  }

  #until<T = unknown>(what: string, script: string): Promise<T> {
    return until<T>(this.#window, what, script);
  }
}

const engines = await chooseEngines(PAGE_ENGINES, process.env, console.log);

describeInFull('Lanternkeep’s deed in every engine', () => {
  for (const { name, open } of engines) {
    describe(`Lanternkeep’s deed, in ${name}`, () => {
      let window: EngineWindow;
      let trying: Trying;

      before(async () => {
        window = await open();
        trying = new Trying(window);
      });

      after(() => window?.[Symbol.asyncDispose]());

      it('waits beside npm start until the chain has come so far, and goes on by itself', async () => {
        let now = Date.now();
        const demo = await openDemoAnywhere({ chain: new HarbourChain({ now: () => now }) });
        try {
          await trying.open(`${demo.site}/`, WREN);
          await trying.light();
          now += 2000;
          await trying.confirmed('with 0 of 6 on it');
          await trying.press('lantern');
          assert.match(await trying.shows('lantern', 'throttled'), /The chain is still confirming this\./);
          now += FINAL_SECONDS * 1000;
          assert.match(await trying.shows('lantern', 'granted'), /\+25 points/);
          await trying.press('deed');
          assert.match(await trying.shows('deed', 'granted'), /Keeper/);
          const signed = ['Sign a text', 'Sign a text'];
          assert.deepEqual(await trying.heard(), ['Show an account', 'Send a transaction', ...signed]);
        } finally {
          await demo.close();
        }
      });

      describe('in the page', () => {
        let site: StaticSite;

        before(async () => {
          site = await StaticSite.open();
        });

        after(() => site?.close());

        it('pays once it is final, and then gives the role', async () => {
          await trying.open(site.url, NOOR);
          await trying.light();
          await trying.press('lantern');
          assert.match(await trying.shows('lantern', 'granted'), /\+25 points/);
          await trying.confirmed('which is final');
          await trying.press('deed');
          assert.match(await trying.shows('deed', 'granted'), /Keeper/);
        });

        it('has a wallet say no, another account hold nothing, and one on another chain switch', async () => {
          await trying.open(site.url, YUKI);
          await trying.mood('declines');
          await trying.press('deed');
          await trying.reads('deed', 'You said no in your wallet. Nothing was sent.');
          await trying.mood('well');
          await trying.light();
          await trying.confirmed('which is final');
          await trying.mood('empty');
          await trying.press('deed');
          assert.match(await trying.shows('deed', 'refused'), /That did not work/);
          await trying.mood('well');
          await trying.mood('elsewhere');
          await trying.press('deed');
          assert.match(await trying.shows('deed', 'granted'), /Keeper/);
          assert.equal((await trying.heard()).at(-2), 'Switch the chain');
        });
      });
    });
  }
});
