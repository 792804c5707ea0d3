import { assert, fixtureCleanup } from '@open-wc/testing';
import type { ActionView } from '../../../src/contract/action.ts';
import { FakeProxy, inMs, json, problem, type Seen, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';

const HOUR = 3_600_000;
export const CODE = 'the.code';
export const TOKEN = 'a.b.c.d.e';

/** A proxy on another origin than the page, as most are. */
const ELSEWHERE = 'https://proxy.example';

/** A window that a widget opened, as far as the widget can tell. */
export interface Opened {
  url: URL;
  window: Window;
  close: () => void;
  /** What the proxy's page in it says, unless the test changes some of it. */
  say: (changes?: { data?: unknown; origin?: string; source?: Window }) => void;
}

/**
 * Stands in for the proxy and for the windows that the browser opens. Who is signed in with the proxy, it says to anyone who
 * shows the token, or, where `cookie` is set, to anybody.
 */
export class Platform {
  readonly proxy: FakeProxy = new FakeProxy();
  readonly opened: Opened[] = [];
  readonly stubs: Stubs = new Stubs();
  cookie = false;
  canClaim = true;
  /** Where the proxy is. */
  origin = ELSEWHERE;
  /** Whether the browser opens windows. */
  opensWindows = true;
  /** The forms that were sent, as address and content. */
  readonly sent: [action: string, content: Record<string, unknown>][] = [];
  readonly #frames: HTMLIFrameElement[] = [];

  constructor() {
    this.proxy.onAction = ({ headers }) => json(200, this.view(this.cookie || isToken(headers)));
    this.proxy.onSignIn = ({ url }) =>
      json(200, url.endsWith('/token') ? { token: TOKEN, expiresAt: inMs(HOUR) } : { signedOut: true });
    this.stubs.set(navigator, 'userActivation', { isActive: true, hasBeenActive: true });
    this.stubs.set(window, 'open', (url) => this.#open(new URL(String(url))));
    const { sent } = this;
    this.stubs.set(HTMLFormElement.prototype, 'submit', function (this: HTMLFormElement) {
      assert.deepEqual([this.method, this.target, this.isConnected], ['post', '', true]);
      sent.push([this.action, Object.fromEntries(new FormData(this))]);
    });
  }

  view(known: boolean): ActionView {
    const member = known ? 'Noor Haddad' : null;
    const signIn = { platform: 'Harbour Lights', url: `${this.origin}/rewards/sign-in`, member };
    return view({
      identity: 'platform',
      signIn,
      member: known ? standing({ canClaim: this.canClaim, nextClaimAt: this.canClaim ? null : inMs(HOUR) }) : null,
    });
  }

  get redeemed(): Seen[] {
    return this.proxy.seen.filter(({ url }) => url.endsWith('/sign-in/token'));
  }

  restore(): void {
    this.proxy.restore();
    this.stubs.restore();
    for (const frame of this.#frames) frame.remove();
    sessionStorage.clear();
    localStorage.clear();
  }

  #open(url: URL): Window | null {
    const frame = document.body.appendChild(document.createElement('iframe'));
    this.#frames.push(frame);
    const opened = frame.contentWindow;
    if (!opened || !this.opensWindows) return null;
    const challenge = url.searchParams.get('challenge');
    this.opened.push({
      url,
      window: opened,
      close: () => frame.remove(),
      say: (changes) => {
        const data = { type: 'rewards-sign-in', challenge, code: CODE };
        dispatchEvent(new MessageEvent('message', { data, origin: this.origin, source: opened, ...changes }));
      },
    });
    return opened;
  }
}

function isToken(headers: Headers): boolean {
  return headers.get('authorization') === `Bearer ${TOKEN}`;
}

export const signInRequired = (): Response => problem('sign-in-required');

/** Hands over a new platform before each test of the suite, with nothing remembered from the one before. */
export function platformForEach(use: (platform: Platform) => void): void {
  let platform: Platform;

  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    platform = new Platform();
    use(platform);
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    platform.restore();
  });
}
