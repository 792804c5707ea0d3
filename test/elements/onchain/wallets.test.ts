import { assert } from '@open-wc/testing';
import { popoverStyles } from '../../../src/elements/shared/claiming/popover.styles.ts';
import '../../../src/elements/onchain/onchain.define.ts';
import type { RewardsOnchain } from '../../../src/elements/index.ts';
import { Held, json, lost, standing } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, inState, part, press, reaches, said, turnTo } from '../widget.ts';
import { ACCOUNT, OTHER_ACCOUNT, ScriptedWallet, SIGNATURE } from './scripted-wallet.ts';
import { Deed, draw, onchain, shown } from './deed.ts';

describe('the wallets of <rewards-onchain>', () => {
  let deed: Deed;
  beforeEach(() => {
    deed = new Deed();
  });
  afterEach(() => deed.close());

  describe('finds the wallets', () => {
    it('that announce themselves, and shows the only one', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet Harbour');
      assert.isTrue(part(element, 'wallet-icon').matches('[src^="data:image/"][alt=""]'));
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
    });

    it('that come after the element', async () => {
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet No wallet found');
      deed.announcements.add('Harbour', deed.wallet);
      await waitUntil(() => shown(element) === 'Wallet Harbour');
    });

    it('and shows account and chain where the page may see them, with the whole address in the list', async () => {
      deed.wallet.connected = true;
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Ethereum');
      assert.equal(part(element, 'address').textContent, ACCOUNT);
      deed.wallet.tell('chainChanged', '0xa');
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Optimism');
      deed.wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      await waitUntil(() => shown(element) === 'Wallet 0xde70…fb77 · Optimism');
      deed.wallet.tell('accountsChanged', []);
      await waitUntil(() => shown(element) === 'Wallet Harbour');
    });

    it('and hears of none any more once it has left the page', async () => {
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet No wallet found');
      element.remove();
      deed.announcements.add('Harbour', deed.wallet);
      await element.updateComplete;
      assert.equal(shown(element), 'Wallet No wallet found');
      document.body.append(element);
      await waitUntil(() => shown(element) === 'Wallet Harbour');
      assert.isAbove(deed.wallet.listeners, 0);
      element.remove();
      await waitUntil(() => deed.wallet.listeners === 0);
    });

    it('that announce nothing, in the place where they used to be', async () => {
      Reflect.set(window, 'ethereum', deed.wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet Wallet');
      press(element);
      await reaches(element, 'granted');
    });

    it('and asks which of several, and goes on with that', async () => {
      const other = new ScriptedWallet();
      // Until the other comes, it is the only one.
      deed.wallet.connected = true;
      deed.announcements.add('Harbour', deed.wallet);
      deed.announcements.add('Lighthouse', other);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet Choose a wallet');
      press(element);
      await waitUntil(() => part(element, 'wallets').matches(':popover-open'));
      await reaches(element, 'ready');
      const choices = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part=wallet-choice]') ?? [])];
      assert.deepEqual(
        choices.map(({ textContent }) => textContent.trim()),
        ['Harbour', 'Lighthouse'],
      );
      assert.isTrue(element.shadowRoot?.activeElement === choices[0]);
      choices[1]?.click();
      await reaches(element, 'granted');
      assert.equal(other.count('personal_sign'), 1);
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
      assert.deepEqual(
        choices.map(({ ariaPressed }) => ariaPressed),
        ['false', 'true'],
      );
    });

    it('and claims nothing with one that is chosen after the list was closed', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      deed.announcements.add('Lighthouse', new ScriptedWallet());
      const element = await draw();
      await waitUntil(() => hasPart(element, 'wallet-choice'));
      press(element);
      const list = part(element, 'wallets');
      await waitUntil(() => list.matches(':popover-open'));
      await reaches(element, 'ready');
      const closed = new Promise((resolve) => list.addEventListener('toggle', resolve));
      list.hidePopover();
      await closed;
      part(element, 'wallet-choice').click();
      await waitUntil(() => shown(element).includes('0x5290…9EE7'));
      assert.isTrue(inState(element, 'ready'));
      assert.lengthOf(deed.proxy.claims, 0);
    });

    it('and lists no more than one can look through', async () => {
      for (let n = 0; n < 25; n += 1) deed.announcements.add(`Wallet ${n}`, deed.wallet);
      const element = await draw();
      await waitUntil(() => hasPart(element, 'wallet-choice'));
      assert.lengthOf(element.shadowRoot?.querySelectorAll('[part=wallet-choice]') ?? [], 20);
    });

    it('and has what the list looks like as soon as it can be opened', async () => {
      const element = await draw();
      const { styleSheet } = popoverStyles;
      assert.isTrue(styleSheet && element.shadowRoot?.adoptedStyleSheets.includes(styleSheet));
    });

    it('and connects with one that is chosen, without a claim', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      deed.announcements.add('Lighthouse', new ScriptedWallet());
      const element = await draw();
      await waitUntil(() => hasPart(element, 'wallet-choice'));
      part(element, 'wallet').click();
      part(element, 'wallet-choice').click();
      await waitUntil(() => shown(element).includes('0x5290…9EE7'));
      assert.isTrue(inState(element, 'ready'));
      assert.equal(deed.wallet.count('personal_sign'), 0);
      assert.lengthOf(deed.proxy.claims, 0);
    });

    it('among whatever else is announced or stands there, and takes what they say for text', async () => {
      const evil = '<img src=x onerror=alert(1)>';
      for (const detail of [null, 1, {}, { info: null, provider: deed.wallet }, { info: { uuid: 'a', name: 'b' } }]) {
        deed.announcements.addRaw(detail);
      }
      deed.announcements.addRaw({
        get info() {
          throw new Error('not to be looked at');
        },
      });
      Reflect.set(window, 'ethereum', document.createElement('form'));
      deed.announcements.add(evil, deed.wallet, { icon: 'https://evil.example/icon.png' });
      const element = await draw();
      await waitUntil(() => shown(element) === `Wallet ${evil}`);
      assert.isFalse(hasPart(element, 'wallet-icon'));
      assert.isNull(element.shadowRoot?.querySelector('img') ?? null);
    });

    it('and says what to do where there is none', async () => {
      Reflect.set(window, 'ethereum', { request: 'no function' });
      const element = await draw();
      press(element);
      await reaches(element, 'refused');
      assert.match(said(element), /^That did not work\. Install one, or open this page in your wallet’s browser\.$/);
      assert.isTrue(hasPart(element, 'retry'));
      deed.announcements.add('Harbour', deed.wallet);
      press(element);
      await reaches(element, 'granted');
    });
  });

  describe('asks for another chain', () => {
    it('where the wallet is on none that counts', async () => {
      deed.wallet.chainId = '0x89';
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      const question = deed.wallet.asked.find(({ method }) => method === 'wallet_switchEthereumChain');
      assert.deepEqual(question?.params, [{ chainId: '0x1' }]);
      assert.equal(Object(deed.proxy.messages[0]?.body).chainId, 1);
    });

    it('and not where it is on any that counts', async () => {
      deed.wallet.chainId = 10;
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('wallet_switchEthereumChain'), 0);
      assert.equal(Object(deed.proxy.messages[0]?.body).chainId, 10);
    });

    for (const [what, reply] of [
      ['does not know it', () => Promise.reject(Object.assign(new Error('unknown'), { code: 4902 }))],
      ['says that it has and has not', () => null],
    ] as const) {
      it(`and says so where the wallet ${what}`, async () => {
        deed.wallet.chainId = '0x89';
        deed.wallet.replies.set('wallet_switchEthereumChain', reply);
        deed.announcements.add('Harbour', deed.wallet);
        const element = await draw();
        press(element);
        await reaches(element, 'refused');
        assert.equal(said(element), 'That did not work. Switch your wallet to Ethereum.');
        assert.lengthOf(deed.proxy.messages, 0);
      });
    }
  });

  describe('is told no', () => {
    for (const method of ['eth_requestAccounts', 'wallet_switchEthereumChain', 'personal_sign']) {
      for (const code of [4001, 'ACTION_REJECTED']) {
        it(`at ${method} (${code}): that is no failure, and the button is there again`, async () => {
          deed.wallet.chainId = '0x89';
          deed.wallet.replies.set(method, () => Promise.reject({ code }));
          deed.announcements.add('Harbour', deed.wallet);
          const element = await draw();
          press(element);
          await waitUntil(() => said(element) === 'You said no in your wallet. Nothing was sent.');
          await reaches(element, 'ready');
          assert.isTrue(part(element, 'button').checkVisibility({ visibilityProperty: true }));
          assert.deepEqual(deed.problems, []);
          assert.lengthOf(deed.proxy.claims, 0);
          deed.wallet.replies.delete(method);
          press(element);
          await reaches(element, 'granted');
        });
      }
    }
  });

  describe('is not confused', () => {
    /** A widget whose visitor is asked to sign, and does when `signed` is given. */
    async function askToSign() {
      const signed = new Held();
      deed.wallet.replies.set('personal_sign', () => signed.reply.then(() => SIGNATURE));
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      press(element);
      await waitUntil(() => deed.wallet.count('personal_sign') === 1);
      return { element, signed };
    }

    const ODD: [string, () => unknown][] = [
      ['throws a text', () => Promise.reject('no')],
      ['throws nothing', () => Promise.reject()],
      [
        'throws at once',
        () => {
          throw new TypeError('cannot read properties of undefined');
        },
      ],
      [
        'throws what must not be looked at',
        () =>
          Promise.reject(
            new Proxy(
              {},
              {
                get: () => {
                  throw new Error('no');
                },
              },
            ),
          ),
      ],
      ['answers with nothing', () => undefined],
      ['answers with a number', () => -1],
      ['answers with an object', () => ({ result: ACCOUNT })],
      ['answers with markup', () => ['<b>0x52908400098527886E0F7030069857D2E4169EE7</b>']],
    ];
    for (const method of ['eth_requestAccounts', 'eth_chainId', 'personal_sign']) {
      for (const [what, reply] of ODD) {
        it(`by a wallet that, asked for ${method}, ${what}`, async () => {
          deed.wallet.replies.set(method, reply);
          deed.announcements.add('Harbour', deed.wallet);
          const element = await draw();
          press(element);
          await reaches(element, 'refused');
          assert.equal(said(element), 'That did not work. The wallet did not answer as it should.');
          assert.lengthOf(deed.proxy.claims, 0);
        });
      }
    }

    it('by a signature that is none, or too long', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      for (const signature of ['0x', '0xabc', 'ab'.repeat(65), `0x${'zz'.repeat(65)}`, `0x${'ab'.repeat(8192)}`]) {
        deed.wallet.replies.set('personal_sign', () => signature);
        const element = await draw();
        press(element);
        await reaches(element, 'refused');
        element.remove();
      }
      assert.lengthOf(deed.proxy.claims, 0);
    });

    it('by a wallet that never answers', async () => {
      const timers: { ms: number; end: () => void }[] = [];
      const real = AbortSignal.timeout.bind(AbortSignal);
      deed.wallet.replies.set('personal_sign', () => new Promise(() => {}));
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      deed.stubs.set(AbortSignal, 'timeout', (ms) => {
        const controller = new AbortController();
        timers.push({ ms, end: () => controller.abort(new DOMException('late', 'TimeoutError')) });
        return ms === 120_000 ? controller.signal : real(ms);
      });
      press(element);
      await waitUntil(() => deed.wallet.count('personal_sign') === 1);
      assert.isTrue(inState(element, 'submitting'));
      timers.findLast(({ ms }) => ms === 120_000)?.end();
      await reaches(element, 'refused');
      assert.equal(said(element), 'That did not work. The wallet did not answer as it should.');
    });

    it('by a wallet that has asked already and waits', async () => {
      deed.wallet.replies.set('eth_requestAccounts', () => Promise.reject({ code: -32_002 }));
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'refused');
      assert.equal(said(element), 'That did not work. Confirm in your wallet.');
    });

    for (const [event, value] of [
      ['accountsChanged', [OTHER_ACCOUNT]],
      ['accountsChanged', []],
      ['chainChanged', '0x89'],
    ] as const) {
      it(`by ${event} to ${JSON.stringify(value)} while the visitor has to sign`, async () => {
        const { element, signed } = await askToSign();
        deed.wallet.tell(event, value);
        await waitUntil(() => said(element) === 'Your wallet has changed. Please confirm again.');
        await reaches(element, 'ready');
        signed.give(json(200, {}));
        await element.updateComplete;
        assert.isTrue(inState(element, 'ready'));
        assert.lengthOf(deed.proxy.claims, 0);
      });
    }

    it('by being told of the same account in other letters while the visitor has to sign', async () => {
      const { element, signed } = await askToSign();
      deed.wallet.tell('accountsChanged', [ACCOUNT.toLowerCase()]);
      signed.give(json(200, {}));
      await reaches(element, 'granted');
    });

    const ENDS: [string, (element: RewardsOnchain) => void][] = [
      ['by being reset', (element) => element.reset()],
      ['by another member', (element) => (element.memberId = '234567890123456789')],
    ];
    for (const [how, end] of ENDS) {
      it(`${how} while the visitor has to sign: it asks for that no more`, async () => {
        deed.wallet.replies.set('personal_sign', () => new Promise(() => {}));
        deed.announcements.add('Harbour', deed.wallet);
        const element = await draw();
        press(element);
        await waitUntil(() => said(element) === 'Confirm in your wallet.');
        await waitUntil(() => deed.wallet.count('personal_sign') === 1);
        end(element);
        await element.updateComplete;
        await reaches(element, 'ready');
        assert.equal(said(element), '');
        deed.wallet.replies.clear();
        press(element);
        await reaches(element, 'granted');
        assert.lengthOf(deed.proxy.claims, 1);
      });
    }

    it('by being reset while the wallet that was chosen has to be let in', async () => {
      deed.wallet.replies.set('eth_requestAccounts', () => new Promise(() => {}));
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      await turnTo(element, () => part(element, 'wallet').focus());
      part(element, 'wallet').click();
      part(element, 'wallet-choice').click();
      await waitUntil(() => said(element) === 'Confirm in your wallet.');
      element.reset();
      await element.updateComplete;
      await reaches(element, 'ready');
      assert.equal(said(element), '');
    });

    it('by being reset while the site signs for its member, whose next claim waits for the wallet by then', async () => {
      deed.wallet.connected = true;
      deed.proxy.onAction = () => json(200, { ...onchain(), identity: 'signed', member: standing() });
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      const late = Promise.withResolvers<string>();
      let asked = 0;
      // The first is for the claim, the second for the text.
      element.getMemberToken = () => ((asked += 1) === 2 ? late.promise : 'token');
      press(element);
      await waitUntil(() => asked === 2);
      element.reset();
      await reaches(element, 'ready');
      deed.wallet.replies.set('personal_sign', () => new Promise(() => {}));
      press(element);
      await waitUntil(() => deed.wallet.count('personal_sign') === 1);
      deed.proxy.onMessage = lost;
      late.resolve('token');
      await waitUntil(() => deed.proxy.messages.length === 2);
      await element.updateComplete;
      assert.equal(said(element), 'Confirm in your wallet.');
    });

    it('by being taken off the page while the visitor has to sign', async () => {
      const { element, signed } = await askToSign();
      element.remove();
      // Until then it may be on its way to another place of the page.
      await new Promise((later) => setTimeout(later));
      signed.give(json(200, {}));
      await signed.reply;
      const again = await draw();
      deed.wallet.replies.clear();
      press(again);
      await reaches(again, 'granted');
      assert.lengthOf(deed.proxy.claims, 1);
    });
  });
});
