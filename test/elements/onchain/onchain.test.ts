import { assert, fixture, html } from '@open-wc/testing';
import type { RewardsOnchain } from '../../../src/elements/index.ts';
import '../../../src/elements/onchain/onchain.define.ts';
import { claim, Held, inMs, json, lost, MEMBER, problem, type Seen, standing, view } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { enter, hasPart, part, press, reaches, said, type } from '../widget.ts';
import { ACCOUNT, OTHER_ACCOUNT, ScriptedWallet, SIGNATURE } from './scripted-wallet.ts';
import { Deed, draw, HASH, hash, MESSAGE, onchain, shown } from './deed.ts';

describe('<rewards-onchain>', () => {
  let deed: Deed;
  beforeEach(() => {
    deed = new Deed();
  });
  afterEach(() => deed.close());

  describe('claims', () => {
    /** A widget that has claimed, and has not heard what came of it. */
    async function claimAndLose() {
      deed.announcements.add('Harbour', deed.wallet);
      deed.proxy.onClaim = lost;
      const element = await draw();
      press(element);
      await reaches(element, 'failed');
      return element;
    }

    it('with one signature of the proxy’s text, and asks the wallet for nothing else', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      press(element);
      await reaches(element, 'granted');
      assert.deepEqual(
        deed.proxy.messages.map(({ body, method }) => ({ method, body })),
        [{ method: 'POST', body: { memberId: MEMBER, address: ACCOUNT.toLowerCase(), chainId: 1 } }],
      );
      const { asked } = deed.wallet;
      const bytes = new TextEncoder().encode(MESSAGE);
      const inHex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      assert.deepEqual(
        asked.map(({ method }) => method),
        ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'personal_sign'],
      );
      assert.deepEqual(asked.at(-1)?.params, [`0x${inHex}`, ACCOUNT]);
      assert.deepEqual(deed.bodies(), [
        { memberId: MEMBER, proof: { onchain: { message: MESSAGE, signature: SIGNATURE } } },
      ]);
      assert.equal(said(element).split(' Next')[0], '+12 points Seen at the echo');
    });

    it('for a member that the visitor names, whose field gives way to the wallet', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const signed = new Held();
      deed.wallet.replies.set('personal_sign', () => signed.reply.then(() => SIGNATURE));
      const element = await draw('');
      assert.isFalse(hasPart(element, 'proof'));
      enter(element, MEMBER);
      part(element, 'button').click();
      await waitUntil(() => deed.wallet.count('personal_sign') === 1);
      await waitUntil(() => shown(element) === 'Wallet 0x5290…9EE7 · Ethereum');
      assert.isFalse(part(element, 'input').checkVisibility({ visibilityProperty: true }));
      await waitUntil(() => said(element) === 'Confirm in your wallet.');
      signed.give(json(200, {}));
      await reaches(element, 'granted');
      assert.deepEqual(deed.bodies()[0].memberId, MEMBER);
    });

    it('not at all for an id that cannot be one: the wallet is not asked', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw('');
      press(element, '???');
      await reaches(element, 'invalid');
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
      assert.isTrue(part(element, 'input').checkVisibility({ visibilityProperty: true }));
    });

    it('where the page objects not at all, and the wallet is not asked', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const element = await draw();
      element.addEventListener('rewards-claim', (event) => event.preventDefault());
      await element.claim();
      await reaches(element, 'ready');
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
    });

    it('with what the site signs for its member, for the text as well', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      deed.proxy.onAction = () => json(200, { ...onchain(), identity: 'signed', member: standing() });
      const element = await draw();
      let tokens = 0;
      element.getMemberToken = () => `token-${(tokens += 1)}`;
      press(element);
      await reaches(element, 'granted');
      const shownTo = (seen: Seen[]) => seen.map(({ headers }) => headers.get('authorization'));
      assert.deepEqual(shownTo(deed.proxy.messages), ['Bearer token-2']);
      assert.deepEqual(shownTo(deed.proxy.claims), ['Bearer token-3']);
    });

    it('anew, with the same proof and key, where the answer was lost', async () => {
      const element = await claimAndLose();
      deed.wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      deed.proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 1);
      assert.equal(new Set(deed.keys()).size, 1);
      assert.deepEqual(deed.proofs()[0], deed.proofs()[1]);
    });

    it('for another member with a signature of their own', async () => {
      const element = await claimAndLose();
      element.memberId = '234567890123456789';
      await reaches(element, 'ready');
      deed.proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 2);
    });

    it('with a new signature after it was not proved, and says why', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      deed.proxy.onClaim = () => problem('not-proved', { reason: 'This address holds no deed.' });
      const element = await draw();
      press(element);
      await reaches(element, 'refused');
      assert.equal(said(element), 'That did not work. This address holds no deed.');
      deed.proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 2);
    });

    it('not where the proxy gives no text: its reason is told, and the wallet signs nothing', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      for (const [reply, state] of [
        [() => problem('rate-limited', { retryAfter: 60 }), 'throttled'],
        [() => json(200, { message: 1 }), 'failed'],
        [() => json(200, { message: '', expiresAt: inMs(1000) }), 'failed'],
        [lost, 'failed'],
      ] as const) {
        deed.proxy.onMessage = reply;
        const element = await draw();
        press(element);
        await reaches(element, state);
        element.remove();
      }
      assert.equal(deed.wallet.count('personal_sign'), 0);
      assert.lengthOf(deed.proxy.claims, 0);
    });

    it('not for an action that asks for nothing on chain', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      deed.proxy.onAction = () => json(200, view());
      const element = await draw();
      press(element);
      await reaches(element, 'failed');
      assert.equal(said(element), 'That did not work This is not set up right. Please tell the owner of this site.');
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
    });
  });

  describe('waits for the chain', () => {
    const waits = { retryAfter: 20, errors: [{ field: 'proof.onchain', message: 'is not final yet' }] };
    /** Lets that time pass, which stands still otherwise. */
    const pass = () => deed.stubs.stopClock(20_000);

    beforeEach(() => deed.stubs.stopClock());

    it('by itself, with one signature, and shows how far that is', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const replies = [
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => problem('not-yet', { ...waits, progress: { done: 40, of: 64 }, reason: 'Two epochs.' }),
        () => json(201, claim()),
      ];
      deed.proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. The chain is still confirming this.');
      assert.match(part(element, 'countdown').textContent, /^3 \/ 64 · /);
      deed.wallet.tell('accountsChanged', [OTHER_ACCOUNT]);
      pass();
      await waitUntil(() => said(element) === 'Not confirmed yet. Two epochs.');
      assert.match(part(element, 'countdown').textContent, /^40 \/ 64 · /);
      pass();
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 1);
      assert.equal(deed.wallet.count('eth_requestAccounts'), 1);
      assert.lengthOf(deed.proxy.messages, 1);
      assert.deepEqual(new Set(deed.proofs().map((proof) => JSON.stringify(proof))).size, 1);
    });

    it('by itself where nobody could read it in between, with that one signature', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const unread = { errors: [{ field: 'proof', message: 'cannot be found out' }], detail: 'Nobody can tell.' };
      const replies = [
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => problem('throttled', { ...unread, retryAfter: 20 }),
        () => json(201, claim()),
      ];
      deed.proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. The chain is still confirming this.');
      pass();
      await waitUntil(() => said(element) === 'Not confirmed yet. Nobody can tell.');
      pass();
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 1);
    });

    it('once it is the chain that has to come: before, it says what else is waited for', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const replies = [
        () => problem('not-yet', { retryAfter: 20, detail: 'Please stay on this page.' }),
        () => problem('not-yet', { ...waits, progress: { done: 3, of: 64 } }),
        () => json(201, claim()),
      ];
      deed.proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await waitUntil(() => said(element) === 'Not confirmed yet. Please stay on this page.');
      pass();
      await waitUntil(() => said(element) === 'Not confirmed yet. The chain is still confirming this.');
      pass();
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 1);
    });

    it('until the text is too old, when it is to be signed again', async () => {
      deed.announcements.add('Harbour', deed.wallet);
      const replies = [() => problem('not-yet', { retryAfter: 20 }), () => problem('not-proved')];
      deed.proxy.onClaim = () => (replies.shift() ?? lost)();
      const element = await draw();
      press(element);
      await reaches(element, 'throttled');
      pass();
      await reaches(element, 'refused');
      assert.isTrue(hasPart(element, 'retry'));
    });
  });

  describe('takes the hash of a transaction', () => {
    beforeEach(() => {
      deed.proxy.onAction = () => json(200, onchain('transaction'));
      deed.announcements.add('Harbour', deed.wallet);
    });

    it('that the visitor pastes, after the first press where it is not there yet', async () => {
      const element = await draw('');
      enter(element, MEMBER);
      part(element, 'button').click();
      await waitUntil(() => element.shadowRoot?.activeElement?.id === 'transaction');
      await reaches(element, 'ready');
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
      type(hash(element), ` ${HASH} `);
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(deed.proofs(), [{ message: MESSAGE, signature: SIGNATURE, transaction: HASH }]);
    });

    it('and says where it is none, once', async () => {
      const element = await draw();
      await waitUntil(() => hash(element));
      type(hash(element), 'deed');
      part(element, 'button').click();
      await reaches(element, 'invalid');
      await waitUntil(() => said(element) === 'Not a transaction hash. Copy it again.');
      assert.equal(hash(element).getAttribute('aria-invalid'), 'true');
      const described = element.shadowRoot?.getElementById(hash(element).getAttribute('aria-describedby') ?? '');
      assert.equal(described?.textContent.trim(), 'Not a transaction hash. Copy it again.');
      assert.isTrue(element.shadowRoot?.activeElement === hash(element));
      assert.equal(deed.wallet.count('eth_requestAccounts'), 0);
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
      assert.equal(deed.proofs()[0].transaction, HASH.replace('1f', '2e'));
    });

    it('and another one with the same signature, where the network was lost meanwhile', async () => {
      const element = await draw(MEMBER, HASH);
      deed.proxy.onClaim = () => problem('throttled', { retryAfter: 0 });
      press(element);
      await reaches(element, 'throttled');
      deed.proxy.onClaim = () => json(201, claim());
      press(element);
      await reaches(element, 'granted');
      assert.equal(deed.wallet.count('personal_sign'), 1);
    });
  });

  it('speaks the language of the page, with texts of the page first', async () => {
    deed.announcements.add('Harbour', deed.wallet);
    deed.announcements.add('Lighthouse', new ScriptedWallet());
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
