import '../../../src/elements/debug.ts';
import { assert, fixture, fixtureCleanup } from '@open-wc/testing';
import { html } from 'lit';
import * as elements from '../../../src/elements/index.ts';
import type { Manifest } from '../../../build/manifest/schema.ts';
import { claim, FakeProxy, Held, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { engine } from '../it-needs.ts';
import { Announcements, ScriptedWallet } from '../onchain/scripted-wallet.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, leave, part, reaches, turnTo } from '../widget.ts';
import { IDENTITY_MODES } from '../../../src/contract/action.ts';
import { declarationOf, names, readManifest } from './manifest.ts';
import { Reality, tidy } from './reality.ts';
import { DEBUG_STATES } from '../../../src/elements/debug/states.ts';

/** The data for VS Code, as far as it is read here. */
interface EditorData {
  tags: { attributes: { name: string; values: { name: string }[] }[] }[];
}

const ROLE = { type: 'role', roleId: '1', roleName: 'Keeper', roleColor: '#e8912d' } as const;
const ONCHAIN = { asks: 'transaction', chains: [{ id: 1, name: 'Ethereum' }] };
const ACTION = view({
  grants: [{ type: 'points', points: 10 }, ROLE],
  closes: '2100-01-01T00:00:00Z',
  seatsLeft: 3,
  fields: [{ name: 'consent', label: 'I agree', type: 'checkbox', required: false, maxLength: null, options: [] }],
});

const MANIFEST = 'the custom elements manifest';
const TOO_SLOW = 'it takes minutes to draw so many widgets, and nothing in the manifest depends on the engine';

const [describeIt, title] =
  engine === 'WebKit' ? [describe.skip, `${MANIFEST} (not in WebKit: ${TOO_SLOW})`] : [describe, MANIFEST];

describeIt(title, () => {
  let manifest: Manifest;
  let proxy: FakeProxy;
  let stubs: Stubs;
  let wallets: Announcements;

  before(async () => {
    manifest = await readManifest();
  });

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    stubs = new Stubs();
    wallets = new Announcements();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    stubs.restore();
    wallets.remove();
    proxy.restore();
  });

  const draw = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return fixture<HTMLElement>(html`${element}`);
  };

  /** Goes through all that a widget can do. */
  async function useWidget(tag: string, reality: Reality): Promise<void> {
    for (const state of DEBUG_STATES) {
      for (const more of [{}, { 'member-id': MEMBER }]) {
        const element = await draw(tag, { ...more, 'debug-state': state });
        await reaches(element, state);
        if (hasPart(element, 'help')) {
          part(element, 'help-summary').click();
          await waitUntil(() => hasPart(element, 'steps') || state === 'loading');
        }
        reality.take(element);
        element.remove();
      }
    }
    if (tag === 'rewards-checkin') {
      const element = await draw(tag, { compact: '', 'debug-state': 'claimed' });
      await reaches(element, 'claimed');
      // The button stands there from the start: its words come with a part of the script of their own.
      await waitUntil(() => hasPart(element, 'said'));
      reality.take(element);
      element.remove();
    }
    if (tag === 'rewards-onchain') await useWallets(reality);
    proxy.onAction = ({ url }) =>
      json(200, { ...ACTION, member: url.includes('memberId') ? standing({ streak: 3 }) : null });
    for (const [state, reply] of [
      ['granted', () => json(201, claim())],
      ['pending', () => json(202, claim({ status: 'pending' }))],
      ['refused', () => problem('refused')],
    ] as const) {
      proxy.onClaim = reply;
      proxy.onPoll = () => new Held().reply;
      const element = await draw(tag, { 'member-id': MEMBER });
      await reaches(element, 'ready');
      part(element, 'button').click();
      await reaches(element, state);
      reality.take(element);
      element.remove();
    }
    for (const [member, expected] of [
      [null, 'sign-in'],
      ['Noor', 'sign-out'],
    ] as const) {
      const signIn = { platform: 'Harbour Lights', url: '/rewards/sign-in', member };
      proxy.onAction = () => json(200, { ...ACTION, identity: 'platform', signIn, member: member && standing({}) });
      const element = await draw(tag, {});
      await reaches(element, 'ready');
      part(element, 'button').focus();
      await waitUntil(() => hasPart(element, expected));
      reality.take(element);
      element.remove();
    }
  }

  /** All that is seen of wallets, and claims by them from then on. */
  async function useWallets(reality: Reality): Promise<void> {
    const wallet = new ScriptedWallet();
    wallet.connected = true;
    wallets.add('Harbour', wallet);
    proxy.onMessage = () => json(200, { message: 'Sign this.', expiresAt: '2100-01-01T00:00:00Z' });
    for (const asks of ['transaction', 'address']) {
      proxy.onAction = () => json(200, { ...ACTION, onchain: { ...ONCHAIN, asks } });
      const element = await draw('rewards-onchain', { 'member-id': MEMBER });
      await waitUntil(() => hasPart(element, asks === 'address' ? 'chain' : 'hash') && hasPart(element, 'address'));
      reality.take(element);
      element.remove();
    }
    Object.assign(ACTION, { onchain: { ...ONCHAIN, asks: 'address' } });
  }

  async function useField(tag: string, reality: Reality): Promise<void> {
    const element = await draw(tag, {});
    await turnTo(element, () => element.focus());
    part(element, 'help-summary').click();
    await waitUntil(() => hasPart(element, 'steps'));
    for (const text of ['???', '12', MEMBER]) {
      leave(element, text);
      await Reflect.get(element, 'updateComplete');
      reality.take(element);
    }
  }

  const tags = ['rewards-checkin', 'rewards-member', 'rewards-onchain', 'rewards-role', 'rewards-signup'];

  it('has every element and nothing else', () => {
    const exported = manifest.modules.flatMap(({ exports }) => exports);
    const defined = exported.filter(({ kind }) => kind === 'custom-element-definition');
    assert.deepEqual(names(defined), tags);
    for (const tag of tags) {
      const { name } = declarationOf(tag, manifest);
      assert.isTrue(customElements.get(tag) === Reflect.get(elements, name), tag);
    }
    const called = manifest.modules.flatMap(({ declarations }) => declarations.filter((one) => one.customElement));
    assert.sameMembers(
      called.map(({ tagName }) => tagName),
      tags,
    );
  });

  for (const tag of tags) {
    it(`tells what <${tag}> has, and nothing that it has not`, async function () {
      this.timeout(240_000);
      const told = declarationOf(tag, manifest);
      const reality = new Reality(tag, names(told.attributes), stubs);
      for (const { name } of told.events ?? []) {
        document.addEventListener(name, (event) => reality.hear(event.target, event), { capture: true });
      }
      await (tag === 'rewards-member' ? useField(tag, reality) : useWidget(tag, reality));
      const found = (set: Set<string>) => [...set].toSorted();
      const events = new Map((told.events ?? []).map(({ name, type }) => [name, type?.text]));
      assert.deepEqual(names(told.attributes), found(reality.attributes), 'attributes');
      assert.deepEqual(names(told.cssParts), found(reality.parts), 'parts');
      assert.deepEqual(names(told.slots), found(reality.slots), 'slots');
      assert.deepEqual(names(told.cssStates), found(reality.states), 'states');
      assert.deepEqual(names(told.cssProperties), found(reality.properties), 'custom properties');
      assert.sameDeepMembers([...events], [...reality.events], 'events');
      for (const { name, default: value } of told.cssProperties ?? []) {
        assert.equal(tidy(value ?? ''), reality.defaults.get(name) || 'inherit', name);
      }
    });

    it(`tells of members that <${tag}> has`, () => {
      const { members = [] } = declarationOf(tag, manifest);
      const element = document.createElement(tag);
      for (const member of members) {
        const holder = member.static ? element.constructor : element;
        // What is not set by default is there for the page to set.
        if (member.name !== 'getMemberToken') assert.property(holder, member.name);
      }
    });
  }

  it('tells what a page can read of a claim, by its own type', () => {
    for (const { name, tagName, members = [] } of manifest.modules.flatMap(({ declarations }) => declarations)) {
      if (name !== 'ClaimElement' && (!tagName || tagName === 'rewards-member')) continue;
      const typeOf = (wanted: string) => members.find((member) => member.name === wanted)?.type?.text;
      assert.deepEqual([typeOf('state'), typeOf('view')], ['WidgetState', 'WidgetAction | undefined'], name);
    }
  });

  it('has editors offer what can be written into an attribute, and no name of a type', async () => {
    const response = await fetch('/dist/vscode.html-custom-data.json');
    const data: EditorData = await response.json();
    const attributes = data.tags.flatMap((tag) => tag.attributes);
    const identity = attributes.find(({ name }) => name === 'identity');
    assert.sameMembers(identity?.values.map(({ name }) => name) ?? [], [...IDENTITY_MODES]);
    for (const { name, values } of attributes) for (const value of values) assert.notMatch(value.name, /[A-Z]/, name);
  });

  it('tells of every class of events', () => {
    const classes = Object.keys(elements).filter((name) => name.endsWith('Event'));
    const told = tags.flatMap((tag) => declarationOf(tag, manifest).events ?? []).map(({ type }) => type?.text ?? '');
    assert.sameMembers(
      classes,
      [...new Set(told)].filter((name) => name.startsWith('Rewards')),
    );
  });
});
