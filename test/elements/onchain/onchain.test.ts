import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { RewardsOnchain } from '../../../src/elements/index.ts';
import { popoverStyles } from '../../../src/elements/shared/claiming/popover.styles.ts';
import '../../../src/elements/onchain/onchain.define.ts';
import { claim, FakeProxy, Held, inMs, json, lost, MEMBER, problem, type Seen, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { enter, hasPart, inState, part, press, reaches, said, type } from '../widget.ts';
import { ACCOUNT, Announcements, OTHER_ACCOUNT, ScriptedWallet, SIGNATURE } from './scripted-wallet.ts';

const MESSAGE = 'example.org wants you to sign in with your Ethereum account: é';
const HASH = `0x${'1f'.repeat(32)}`;
const CHAINS = [
  { id: 1, name: 'Ethereum' },
  { id: 10, name: 'Optimism' },
];
const onchain = (asks: 'address' | 'transaction' = 'address') =>
  view({ title: 'Deed', repeats: 'once', onchain: { asks, chains: CHAINS } });

describe('<rewards-onchain>', () => {
  let proxy: FakeProxy;
  let wallet: ScriptedWallet;
  let announcements: Announcements;
  let stubs: Stubs;
  let problems: CustomEvent[];
  const note = (event: Event) => problems.push(event as CustomEvent);

  beforeEach(() => {
    localStorage.clear();
    stubs = new Stubs();
    proxy = new FakeProxy();
    wallet = new ScriptedWallet();
    announcements = new Announcements();
    problems = [];
    proxy.onAction = () => json(200, onchain());
    proxy.onMessage = () => json(200, { message: MESSAGE, expiresAt: inMs(3_600_000) });
    document.addEventListener('rewards-problem', note);
  });

  afterEach(async () => {
    document.removeEventListener('rewards-problem', note);
    announcements.remove();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
    Reflect.deleteProperty(window, 'ethereum');
  });

  async function draw(memberId = MEMBER, transaction = ''): Promise<RewardsOnchain> {
    const element = await fixture<RewardsOnchain>(
      html`<rewards-onchain action="deed" member-id=${memberId} transaction=${transaction}></rewards-onchain>`,
    );
    await reaches(element, 'ready');
    if (memberId) await waitUntil(() => hasPart(element, 'wallet'), 'the wallet is not drawn');
    return element;
  }

  const shown = (element: Element) => part(element, 'wallet').textContent.trim().replace(/\s+/g, ' ');
  const bodies = () => proxy.claims.map(({ body }) => Object(body));
  const proofs = () => bodies().map(({ proof }) => proof.onchain);
  const keys = () => proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
  const hash = (element: Element) => {
    const field = element.shadowRoot?.querySelector('#transaction');
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for a hash.');
    return field;
  };

  describe('finds the wallets', () => {
    it('that announce themselves, and shows the only one', async () => {
      announcements.add('Harbour', wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet Harbour');
      assert.isTrue(part(element, 'wallet-icon').matches('[src^="data:image/"][alt=""]'));
      assert.equal(wallet.count('eth_requestAccounts'), 0);
    });

    it('that come after the element', async () => {
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet No wallet found');
      announcements.add('Harbour', wallet);
      await waitUntil(() => shown(element) === 'Wallet Harbour');
    });

    it('and shows account and chain where the page may see them, with the whole address in the list', async () => {
      wallet.connected = true;
      announcements.add('Harbour', wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Ethereum');
      assert.equal(part(element, 'address').textContent, ACCOUNT);
      wallet.tell('chainChanged', '0xa');
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Optimism');
      wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      await waitUntil(() => shown(element) === 'Wallet 0xde70…fb77 · Optimism');
      wallet.tell('accountsChanged', []);
      await waitUntil(() => shown(element) === 'Wallet Harbour');
    });

    it('that announce nothing, in the place where they used to be', async () => {
      Reflect.set(window, 'ethereum', wallet);
      const element = await draw();
      await waitUntil(() => shown(element) === 'Wallet Wallet');
      press(element);
      await reaches(element, 'granted');
    });

    it('and asks which of several, and goes on with that', async () => {
      const other = new ScriptedWallet();
      // Until the other comes, it is the only one.
      wallet.connected = true;
      announcements.add('Harbour', wallet);
      announcements.add('Lighthouse', other);
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
      assert.equal(wallet.count('eth_requestAccounts'), 0);
    });

    it('and has what the list looks like as soon as it can be opened', async () => {
      const element = await draw();
      const { styleSheet } = popoverStyles;
      assert.isTrue(styleSheet && element.shadowRoot?.adoptedStyleSheets.includes(styleSheet));
    });

    it('and connects with one that is chosen, without a claim', async () => {
      announcements.add('Harbour', wallet);
      announcements.add('Lighthouse', new ScriptedWallet());
      const element = await draw();
      await waitUntil(() => hasPart(element, 'wallet-choice'));
      part(element, 'wallet').click();
      part(element, 'wallet-choice').click();
      await waitUntil(() => shown(element).includes('0x5290…9EE7'));
      assert.isTrue(inState(element, 'ready'));
      assert.equal(wallet.count('personal_sign'), 0);
      assert.lengthOf(proxy.claims, 0);
    });

    it('among whatever else is announced or stands there, and takes what they say for text', async () => {
      const evil = '<img src=x onerror=alert(1)>';
      for (const detail of [null, 1, {}, { info: null, provider: wallet }, { info: { uuid: 'a', name: 'b' } }]) {
        announcements.addRaw(detail);
      }
      announcements.addRaw({
        get info() {
          throw new Error('not to be looked at');
        },
      });
      Reflect.set(window, 'ethereum', document.createElement('form'));
      announcements.add(evil, wallet, { icon: 'https://evil.example/icon.png' });
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
      announcements.add('Harbour', wallet);
      press(element);
      await reaches(element, 'granted');
    });
  });

  describe('claims', () => {
    it('with one signature of the proxy’s text, and asks the wallet for nothing else', async () => {
      announcements.add('Harbour', wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      assert.deepEqual(
        proxy.messages.map(({ body, method }) => ({ method, body })),
        [{ method: 'POST', body: { memberId: MEMBER, address: ACCOUNT.toLowerCase(), chainId: 1 } }],
      );
      const { asked } = wallet;
      const bytes = new TextEncoder().encode(MESSAGE);
      const inHex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      assert.deepEqual(
        asked.map(({ method }) => method),
        ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'personal_sign'],
      );
      assert.deepEqual(asked.at(-1)?.params, [`0x${inHex}`, ACCOUNT]);
      assert.deepEqual(bodies(), [
        { memberId: MEMBER, proof: { onchain: { message: MESSAGE, signature: SIGNATURE } } },
      ]);
      assert.equal(said(element).split(' Next')[0], '+12 points Seen at the echo');
    });

    it('for a member that the visitor names, whose field gives way to the wallet', async () => {
      announcements.add('Harbour', wallet);
      const signed = new Held();
      wallet.replies.set('personal_sign', () => signed.reply.then(() => SIGNATURE));
      const element = await draw('');
      assert.isFalse(hasPart(element, 'proof'));
      enter(element, MEMBER);
      part(element, 'button').click();
      await waitUntil(() => wallet.count('personal_sign') === 1);
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Ethereum');
      assert.isFalse(part(element, 'input').checkVisibility({ visibilityProperty: true }));
      await waitUntil(() => said(element) === 'Confirm in your wallet.');
      signed.give(json(200, {}));
      await reaches(element, 'granted');
      assert.deepEqual(bodies()[0].memberId, MEMBER);
    });

    it('not at all for an id that cannot be one: the wallet is not asked', async () => {
      announcements.add('Harbour', wallet);
      const element = await draw('');
      press(element, '???');
      await reaches(element, 'invalid');
      assert.equal(wallet.count('eth_requestAccounts'), 0);
      assert.isTrue(part(element, 'input').checkVisibility({ visibilityProperty: true }));
    });

    it('where the page objects not at all, and the wallet is not asked', async () => {
      announcements.add('Harbour', wallet);
      const element = await draw();
      element.addEventListener('rewards-claim', (event) => event.preventDefault());
      await element.claim();
      await reaches(element, 'ready');
      assert.equal(wallet.count('eth_requestAccounts'), 0);
    });

    it('with what the site signs for its member, for the text as well', async () => {
      announcements.add('Harbour', wallet);
      proxy.onAction = () => json(200, { ...onchain(), identity: 'signed', member: standing() });
      const element = await draw();
      let tokens = 0;
      element.getMemberToken = () => `token-${(tokens += 1)}`;
      press(element);
      await reaches(element, 'granted');
      const shownTo = (seen: Seen[]) => seen.map(({ headers }) => headers.get('authorization'));
      assert.deepEqual(shownTo(proxy.messages), ['Bearer token-2']);
      assert.deepEqual(shownTo(proxy.claims), ['Bearer token-3']);
    });

    it('anew, with the same proof and key, where the answer was lost', async () => {
      announcements.add('Harbour', wallet);
      proxy.onClaim = lost;
      const element = await draw();
      press(element);
      await reaches(element, 'failed');
      wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 1);
      assert.equal(new Set(keys()).size, 1);
      assert.deepEqual(proofs()[0], proofs()[1]);
    });

    it('with a new signature after it was not proved, and says why', async () => {
      announcements.add('Harbour', wallet);
      proxy.onClaim = () => problem('not-proved', { reason: 'This address holds no deed.' });
      const element = await draw();
      press(element);
      await reaches(element, 'refused');
      assert.equal(said(element), 'That did not work. This address holds no deed.');
      proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 2);
    });

    it('not where the proxy gives no text: its reason is told, and the wallet signs nothing', async () => {
      announcements.add('Harbour', wallet);
      for (const [reply, state] of [
        [() => problem('rate-limited', { retryAfter: 60 }), 'throttled'],
        [() => json(200, { message: 1 }), 'failed'],
        [() => json(200, { message: '', expiresAt: inMs(1000) }), 'failed'],
        [lost, 'failed'],
      ] as const) {
        proxy.onMessage = reply;
        const element = await draw();
        press(element);
        await reaches(element, state);
        element.remove();
      }
      assert.equal(wallet.count('personal_sign'), 0);
      assert.lengthOf(proxy.claims, 0);
    });

    it('not for an action that asks for nothing on chain', async () => {
      announcements.add('Harbour', wallet);
      proxy.onAction = () => json(200, view());
      const element = await draw();
      press(element);
      await reaches(element, 'failed');
      assert.equal(said(element), 'That did not work This is not set up right. Please tell the owner of this site.');
      assert.equal(wallet.count('eth_requestAccounts'), 0);
    });
  });

  describe('waits for the chain', () => {
    const waits = { retryAfter: 1, errors: [{ field: 'proof.onchain', message: 'is not final yet' }] };

    it('by itself, with one signature, and shows how far that is', async () => {
      announcements.add('Harbour', wallet);
      const replies = [
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => problem('not-yet', { ...waits, progress: { done: 40, of: 64 }, reason: 'Two epochs.' }),
        () => json(201, claim()),
      ];
      proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. The chain is still confirming this.');
      assert.match(part(element, 'countdown').textContent, /^3 \/ 64 · /);
      wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      await waitUntil(() => said(element) === 'Not confirmed yet. Two epochs.');
      assert.match(part(element, 'countdown').textContent, /^40 \/ 64 · /);
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 1);
      assert.equal(wallet.count('eth_requestAccounts'), 1);
      assert.lengthOf(proxy.messages, 1);
      assert.deepEqual(new Set(proofs().map((proof) => JSON.stringify(proof))).size, 1);
    });

    it('by itself where nobody could read it in between, with that one signature', async () => {
      announcements.add('Harbour', wallet);
      const unread = { errors: [{ field: 'proof', message: 'cannot be found out' }], detail: 'Nobody can tell.' };
      const replies = [
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => problem('throttled', { ...unread, retryAfter: 1 }),
        () => json(201, claim()),
      ];
      proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. Nobody can tell.');
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 1);
    });

    it('once it is the chain that has to come: before, it says what else is waited for', async () => {
      announcements.add('Harbour', wallet);
      const replies = [
        () => problem('not-yet', { retryAfter: 1, detail: 'Please stay on this page for another 1 second.' }),
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => json(201, claim()),
      ];
      proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. Please stay on this page for another 1 second.');
      await waitUntil(() => said(element) === 'Not confirmed yet. The chain is still confirming this.');
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 1);
    });

    it('until the text is too old, when it is to be signed again', async () => {
      announcements.add('Harbour', wallet);
      const replies = [() => problem('not-yet', { retryAfter: 1 }), () => problem('not-proved')];
      proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await reaches(element, 'refused');
      assert.isTrue(hasPart(element, 'retry'));
    });
  });

  describe('asks for another chain', () => {
    it('where the wallet is on none that counts', async () => {
      wallet.chainId = '0x89';
      announcements.add('Harbour', wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      const question = wallet.asked.find(({ method }) => method === 'wallet_switchEthereumChain');
      assert.deepEqual(question?.params, [{ chainId: '0x1' }]);
      assert.equal(Object(proxy.messages[0]?.body).chainId, 1);
    });

    it('and not where it is on any that counts', async () => {
      wallet.chainId = 10;
      announcements.add('Harbour', wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      assert.equal(wallet.count('wallet_switchEthereumChain'), 0);
      assert.equal(Object(proxy.messages[0]?.body).chainId, 10);
    });

    for (const [what, reply] of [
      ['does not know it', () => Promise.reject(Object.assign(new Error('unknown'), { code: 4902 }))],
      ['says that it has and has not', () => null],
    ] as const) {
      it(`and says so where the wallet ${what}`, async () => {
        wallet.chainId = '0x89';
        wallet.replies.set('wallet_switchEthereumChain', reply);
        announcements.add('Harbour', wallet);
        const element = await draw();
        press(element);
        await reaches(element, 'refused');
        assert.equal(said(element), 'That did not work. Switch your wallet to Ethereum.');
        assert.lengthOf(proxy.messages, 0);
      });
    }
  });

  describe('is told no', () => {
    for (const method of ['eth_requestAccounts', 'wallet_switchEthereumChain', 'personal_sign']) {
      for (const code of [4001, 'ACTION_REJECTED']) {
        it(`at ${method} (${code}): that is no failure, and the button is there again`, async () => {
          wallet.chainId = '0x89';
          wallet.replies.set(method, () => Promise.reject({ code }));
          announcements.add('Harbour', wallet);
          const element = await draw();
          press(element);
          await waitUntil(() => said(element) === 'You said no in your wallet. Nothing was sent.');
          await reaches(element, 'ready');
          assert.isTrue(part(element, 'button').checkVisibility({ visibilityProperty: true }));
          assert.deepEqual(problems, []);
          assert.lengthOf(proxy.claims, 0);
          wallet.replies.delete(method);
          press(element);
          await reaches(element, 'granted');
        });
      }
    }
  });

  describe('is not confused', () => {
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
          wallet.replies.set(method, reply);
          announcements.add('Harbour', wallet);
          const element = await draw();
          press(element);
          await reaches(element, 'refused');
          assert.equal(said(element), 'That did not work. The wallet did not answer as it should.');
          assert.lengthOf(proxy.claims, 0);
        });
      }
    }

    it('by a signature that is none, or too long', async () => {
      announcements.add('Harbour', wallet);
      for (const signature of ['0x', '0xabc', 'ab'.repeat(65), `0x${'zz'.repeat(65)}`, `0x${'ab'.repeat(8192)}`]) {
        wallet.replies.set('personal_sign', () => signature);
        const element = await draw();
        press(element);
        await reaches(element, 'refused');
        element.remove();
      }
      assert.lengthOf(proxy.claims, 0);
    });

    it('by a wallet that never answers', async () => {
      const timers: { ms: number; end: () => void }[] = [];
      const real = AbortSignal.timeout.bind(AbortSignal);
      wallet.replies.set('personal_sign', () => new Promise(() => {}));
      announcements.add('Harbour', wallet);
      const element = await draw();
      stubs.set(AbortSignal, 'timeout', (ms) => {
        const controller = new AbortController();
        timers.push({ ms, end: () => controller.abort(new DOMException('late', 'TimeoutError')) });
        return ms === 120_000 ? controller.signal : real(ms);
      });
      press(element);
      await waitUntil(() => wallet.count('personal_sign') === 1);
      assert.isTrue(inState(element, 'submitting'));
      timers.findLast(({ ms }) => ms === 120_000)?.end();
      await reaches(element, 'refused');
      assert.equal(said(element), 'That did not work. The wallet did not answer as it should.');
    });

    it('by a wallet that has asked already and waits', async () => {
      wallet.replies.set('eth_requestAccounts', () => Promise.reject({ code: -32_002 }));
      announcements.add('Harbour', wallet);
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
        const signed = new Held();
        wallet.replies.set('personal_sign', () => signed.reply.then(() => SIGNATURE));
        announcements.add('Harbour', wallet);
        const element = await draw();
        press(element);
        await waitUntil(() => wallet.count('personal_sign') === 1);
        wallet.tell(event, value);
        await waitUntil(() => said(element) === 'Your wallet has changed. Please confirm again.');
        await reaches(element, 'ready');
        signed.give(json(200, {}));
        await element.updateComplete;
        assert.isTrue(inState(element, 'ready'));
        assert.lengthOf(proxy.claims, 0);
      });
    }

    it('by being taken off the page while the visitor has to sign', async () => {
      const signed = new Held();
      wallet.replies.set('personal_sign', () => signed.reply.then(() => SIGNATURE));
      announcements.add('Harbour', wallet);
      const element = await draw();
      press(element);
      await waitUntil(() => wallet.count('personal_sign') === 1);
      element.remove();
      signed.give(json(200, {}));
      await signed.reply;
      const again = await draw();
      wallet.replies.clear();
      press(again);
      await reaches(again, 'granted');
      assert.lengthOf(proxy.claims, 1);
    });
  });

  describe('takes the hash of a transaction', () => {
    beforeEach(() => {
      proxy.onAction = () => json(200, onchain('transaction'));
      announcements.add('Harbour', wallet);
    });

    it('that the visitor pastes, after the first press where it is not there yet', async () => {
      const element = await draw('');
      enter(element, MEMBER);
      part(element, 'button').click();
      await waitUntil(() => element.shadowRoot?.activeElement?.id === 'transaction');
      await reaches(element, 'ready');
      assert.equal(wallet.count('eth_requestAccounts'), 0);
      type(hash(element), ` ${HASH} `);
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proofs(), [{ message: MESSAGE, signature: SIGNATURE, transaction: HASH }]);
    });

    it('and says where it is none, once', async () => {
      const element = await draw();
      await waitUntil(() => hash(element));
      type(hash(element), 'deed');
      part(element, 'button').click();
      await reaches(element, 'invalid');
      await waitUntil(() => said(element) === 'Not a transaction hash. Copy it again.');
      assert.equal(hash(element).getAttribute('aria-invalid'), 'true');
      assert.isTrue(element.shadowRoot?.activeElement === hash(element));
      assert.equal(wallet.count('eth_requestAccounts'), 0);
      type(hash(element), HASH);
      await reaches(element, 'ready');
      assert.equal(said(element), '');
      part(element, 'button').click();
      await reaches(element, 'granted');
    });

    it('that the site gives, as an attribute or a property', async () => {
      const element = await draw(MEMBER, HASH);
      await waitUntil(() => hash(element).value === HASH && hash(element).readOnly);
      element.transaction = HASH.replace('1f', '2e');
      press(element);
      await reaches(element, 'granted');
      assert.equal(proofs()[0].transaction, HASH.replace('1f', '2e'));
    });

    it('and another one with the same signature, where the network was lost meanwhile', async () => {
      const element = await draw(MEMBER, HASH);
      proxy.onClaim = () => problem('throttled', { retryAfter: 0 });
      press(element);
      await reaches(element, 'throttled');
      proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(wallet.count('personal_sign'), 1);
    });
  });

  it('speaks the language of the page, with texts of the page first', async () => {
    announcements.add('Harbour', wallet);
    announcements.add('Lighthouse', new ScriptedWallet());
    const element = await fixture<RewardsOnchain>(
      html`<rewards-onchain action="deed" lang="de" member-id=${MEMBER}></rewards-onchain>`,
    );
    await reaches(element, 'ready');
    await waitUntil(() => shown(element) === 'Wallet Wallet wählen');
    assert.equal(part(element, 'button').textContent.trim(), 'Mit Wallet holen');
    element.texts = { claimOnchain: 'Urkunde zeigen' };
    await element.updateComplete;
    assert.equal(part(element, 'button').textContent.trim(), 'Urkunde zeigen');
  });
});
