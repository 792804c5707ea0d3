import { assert, fixtureCleanup } from '@open-wc/testing';
import { claim, FakeProxy, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { checkin, inState, part, press, reaches, said } from './checkin.ts';

interface Shown {
  box: HTMLElement;
  options: Record<string, unknown>;
  executed: boolean;
  /** Calls what was handed over under that name. */
  call: (name: string, ...values: unknown[]) => void;
}

/** Stands in for the global variable that a service's script makes. */
class FakeService {
  readonly shown: Shown[] = [];

  render(box: HTMLElement, options: Record<string, unknown>): string {
    const call = (name: string, ...values: unknown[]) => {
      const callback = options[name];
      if (typeof callback === 'function') Reflect.apply(callback, undefined, values);
    };
    this.shown.push({ box, options, call, executed: false });
    return String(this.shown.length - 1);
  }

  execute(id: string): void {
    const shown = this.shown[Number(id)];
    if (shown) shown.executed = true;
  }

  /** The one that was shown last, once there are so many. */
  async wait(count: number): Promise<Shown> {
    await waitUntil(() => this.shown.length === count, `the challenge was not shown ${count} times`);
    const last = this.shown.at(-1);
    if (!last) throw new Error('There is none.');
    return last;
  }
}

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const;
type Type = keyof typeof SCRIPTS;
const page: Partial<Record<Type, FakeService>> = Object(globalThis);

for (const type of ['turnstile', 'hcaptcha'] as const) {
  describe(`the challenge of ${type} in <rewards-checkin>`, () => {
    let proxy: FakeProxy;
    let stubs: Stubs;
    let scripts: HTMLScriptElement[];
    /** What becomes of the script. */
    let load: (script: HTMLScriptElement) => void;

    beforeEach(() => {
      proxy = new FakeProxy();
      proxy.onAction = () => json(200, view({ challenge: { type, siteKey: 'site-key' }, member: standing() }));
      stubs = new Stubs();
      scripts = [];
      load = (script) => {
        page[type] = new FakeService();
        const ready: unknown = Reflect.get(globalThis, new URL(script.src).searchParams.get('onload') ?? '');
        if (typeof ready === 'function') ready();
      };
      stubs.set(document.head, 'append', (...nodes: (Node | string)[]) => {
        for (const node of nodes) {
          if (!(node instanceof HTMLScriptElement)) throw new Error('Something else was added to the page.');
          scripts.push(node);
          queueMicrotask(() => load(node));
        }
      });
    });

    afterEach(async () => {
      fixtureCleanup();
      await Promise.resolve();
      proxy.restore();
      stubs.restore();
      delete page[type];
    });

    /** The service, once its script has run. */
    async function service(): Promise<FakeService> {
      await waitUntil(() => page[type], 'the script was not loaded');
      const api = page[type];
      if (!api) throw new Error('There is none.');
      return api;
    }

    it('is shown when it is needed, and its token goes with the claim', async () => {
      const element = await checkin({ memberId: MEMBER });
      assert.lengthOf(scripts, 0);
      press(element);
      const { box, call, executed, options } = await (await service()).wait(1);
      assert.match(scripts[0]?.src ?? '', /\?onload=\w+&render=explicit$/);
      assert.isTrue(scripts[0]?.src.startsWith(`${SCRIPTS[type]}?`));
      assert.equal(options['sitekey'], 'site-key');
      assert.equal(options['action'], type === 'turnstile' ? 'daily' : undefined);
      assert.equal(executed, type === 'hcaptcha');
      assert.isTrue(box.parentElement === element, 'it is part of the page, where its script finds it');
      assert.isOk(box.assignedSlot);
      await waitUntil(() => said(element) === 'Checking that you are not a robot…');
      call('callback', 'token-1');
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, proof: { [type]: 'token-1' } });
      assert.isFalse(box.isConnected);
      assert.lengthOf(element.children, 0);
    });

    it(
      type === 'turnstile'
        ? 'is shown as soon as the visitor turns to it'
        : 'puts no puzzle before who has asked for nothing',
      async () => {
        const element = await checkin({ memberId: MEMBER });
        part(element, 'button').focus();
        if (type === 'turnstile') {
          const { call } = await (await service()).wait(1);
          call('callback', 'early');
          assert.isTrue(inState(element, 'ready'));
        } else {
          const { claims } = element as unknown as { claims: { prepare: (event: Event) => Promise<unknown> } };
          await claims.prepare(new FocusEvent('focusin'));
          assert.lengthOf(scripts, 0);
        }
        part(element, 'button').click();
        if (type === 'hcaptcha') (await (await service()).wait(1)).call('callback', 'early');
        await reaches(element, 'granted');
        assert.deepEqual(Object(proxy.claims[0]?.body).proof, { [type]: 'early' });
      },
    );

    it('is shown anew where a script of the page removes what it did not put there, as morphing does', async () => {
      const element = await checkin({ memberId: MEMBER });
      press(element);
      const api = await service();
      await api.wait(1);
      element.replaceChildren();
      const { box, call } = await api.wait(2);
      assert.isTrue(box.parentElement === element);
      call('callback', 'token-2');
      await reaches(element, 'granted');
      assert.lengthOf(proxy.claims, 1);
      assert.deepEqual(Object(proxy.claims[0]?.body).proof, { [type]: 'token-2' });
    });

    it('is shown anew after a submission that failed, and its script is loaded once', async () => {
      proxy.onClaim = () => problem('unreachable');
      const element = await checkin({ memberId: MEMBER });
      press(element);
      const api = await service();
      (await api.wait(1)).call('callback', 'token-1');
      await reaches(element, 'failed');
      proxy.onClaim = () => json(201, claim());
      part(element, 'retry').click();
      (await api.wait(2)).call('callback', 'token-2');
      await reaches(element, 'granted');
      assert.deepEqual(
        proxy.claims.map(({ body }) => Object(body).proof[type]),
        ['token-1', 'token-2'],
      );
      assert.lengthOf(scripts, 1);
    });

    it('is shown anew by itself where the proxy does not take the token', async () => {
      proxy.onClaim = () => (proxy.claims.length === 1 ? problem('challenge-failed') : json(201, claim()));
      const element = await checkin({ memberId: MEMBER });
      press(element);
      const api = await service();
      (await api.wait(1)).call('callback', 'token-1');
      (await api.wait(2)).call('callback', 'token-2');
      await reaches(element, 'granted');
      assert.lengthOf(proxy.claims, 2);
    });

    it('is shown once more where it fails, and then explained', async () => {
      const element = await checkin({ memberId: MEMBER });
      press(element);
      const api = await service();
      (await api.wait(1)).call('error-callback', 'network-error');
      (await api.wait(2)).call(type === 'turnstile' ? 'timeout-callback' : 'close-callback');
      await reaches(element, 'failed');
      assert.include(said(element), 'That check failed. Please try again.');
      assert.lengthOf(proxy.claims, 0);
      assert.lengthOf(element.children, 0);
      part(element, 'retry').click();
      (await api.wait(3)).call('callback', 'token-3');
      await reaches(element, 'granted');
    });

    it('whose script does not come is tried again, and explained', async () => {
      load = (script) => void script.dispatchEvent(new Event('error'));
      const element = await checkin({ memberId: MEMBER });
      press(element);
      await reaches(element, 'failed');
      assert.include(said(element), 'That check failed.');
      assert.lengthOf(scripts, 2);
    });

    it('uses what the page has loaded itself', async () => {
      const api = (page[type] = new FakeService());
      const element = await checkin({ memberId: MEMBER });
      press(element);
      (await api.wait(1)).call('callback', 'token-1');
      await reaches(element, 'granted');
      assert.lengthOf(scripts, 0);
    });

    it('is given up after two minutes', async () => {
      const element = await checkin({ memberId: MEMBER });
      const timeOuts: AbortController[] = [];
      stubs.set(AbortSignal, 'timeout', (milliseconds: number) => {
        const timeOut = new AbortController();
        if (milliseconds === 120_000) timeOuts.push(timeOut);
        return timeOut.signal;
      });
      press(element);
      const api = await service();
      for (const count of [1, 2]) {
        await api.wait(count);
        timeOuts.at(-1)?.abort();
      }
      await reaches(element, 'failed');
      assert.lengthOf(timeOuts, 2);
    });
  });
}
