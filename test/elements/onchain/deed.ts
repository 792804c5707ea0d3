import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { ActionView } from '../../../src/contract/action.ts';
import type { RewardsOnchain } from '../../../src/elements/index.ts';
import '../../../src/elements/onchain/onchain.define.ts';
import { FakeProxy, inMs, json, MEMBER, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, reaches } from '../widget.ts';
import { Announcements, ScriptedWallet } from './scripted-wallet.ts';

export const MESSAGE = 'example.org wants you to sign in with your Ethereum account: é';
export const HASH = `0x${'1f'.repeat(32)}`;

const CHAINS = [
  { id: 1, name: 'Ethereum' },
  { id: 10, name: 'Optimism' },
];

export const onchain = (asks: 'address' | 'transaction' = 'address'): ActionView =>
  view({ title: 'Deed', repeats: 'once', onchain: { asks, chains: CHAINS } });

/** What a `<rewards-onchain>` talks to, for one test. */
export class Deed {
  readonly proxy = new FakeProxy();
  readonly wallet = new ScriptedWallet();
  readonly announcements = new Announcements();
  readonly stubs = new Stubs();
  readonly problems: Event[] = [];
  readonly #note = (event: Event) => this.problems.push(event);

  constructor() {
    localStorage.clear();
    this.proxy.onAction = () => json(200, onchain());
    this.proxy.onMessage = () => json(200, { message: MESSAGE, expiresAt: inMs(3_600_000) });
    document.addEventListener('rewards-problem', this.#note);
  }

  async close(): Promise<void> {
    document.removeEventListener('rewards-problem', this.#note);
    this.announcements.remove();
    fixtureCleanup();
    await Promise.resolve();
    this.proxy.restore();
    this.stubs.restore();
    Reflect.deleteProperty(window, 'ethereum');
  }

  /** The bodies of the claims that came. */
  bodies() {
    return this.proxy.claims.map(({ body }) => Object(body));
  }

  proofs() {
    return this.bodies().map(({ proof }) => proof.onchain);
  }

  keys(): (string | null)[] {
    return this.proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
  }
}

export async function draw(memberId: string = MEMBER, transaction = ''): Promise<RewardsOnchain> {
  const element = await fixture<RewardsOnchain>(
    html`<rewards-onchain action="deed" member-id=${memberId} transaction=${transaction}></rewards-onchain>`,
  );
  await reaches(element, 'ready');
  if (memberId) await waitUntil(() => hasPart(element, 'wallet'), 'the wallet is not drawn');
  return element;
}

/** What it says of the wallet. */
export const shown = (element: Element): string => part(element, 'wallet').textContent.trim().replace(/\s+/g, ' ');

/** The field for the hash of a transaction. */
export function hash(element: Element): HTMLInputElement {
  const field = element.shadowRoot?.querySelector('#transaction');
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for a hash.');
  return field;
}
