import '../../src/elements/define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import type { GrantView } from '../../src/contract/action.ts';
import type { WidgetState } from '../../src/elements/index.ts';
import { claim, FakeProxy, Held, HOUR, inMs, json, MEMBER, problem, standing, view } from './fake-proxy.ts';
import { press, reaches } from './widget.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
}

const MEASURES = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

const POINTS: GrantView = { type: 'points', points: 10 };
const ROLE: GrantView = { type: 'role', roleId: '1', roleName: 'Keeper' };
const GRANTS = { 'rewards-checkin': [POINTS], 'rewards-role': [ROLE], 'rewards-signup': [POINTS, ROLE] };

const ENDS: [WidgetState, () => Response][] = [
  ['granted', () => json(201, claim({ streak: 4 }))],
  ['pending', () => json(202, claim({ status: 'pending' }))],
  ['claimed', () => problem('already-claimed', { nextClaimAt: inMs(3 * HOUR) })],
  ['refused', () => problem('refused')],
  ['throttled', () => problem('throttled', { retryAfter: 30 })],
  ['failed', () => problem('internal')],
];

const frames = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
};

describe('what stands below a widget', () => {
  let proxy: FakeProxy;
  let shifts: number[];
  let observer: PerformanceObserver | undefined;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
    shifts = [];
    if (!MEASURES) return;
    observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
    });
  });

  afterEach(async () => {
    observer?.disconnect();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    await setViewport({ width: 800, height: 600 });
  });

  for (const width of [360, 1280]) {
    for (const tag of ['rewards-checkin', 'rewards-role', 'rewards-signup'] as const) {
      for (const memberId of ['', MEMBER]) {
        for (const [end, reply] of ENDS) {
          it(`does not move from the first paint of <${tag}> to ${end}, at ${width} pixels${memberId && ', for a known member'}`, async () => {
            await setViewport({ width, height: 900 });
            const loaded = new Held();
            const sent = new Held();
            proxy.onAction = () => loaded.reply;
            proxy.onClaim = () => sent.reply;
            const name = unsafeStatic(tag);
            const box = await fixture<HTMLElement>(
              html`<div>
                ${staticHtml`<${name} action="daily" member-id=${memberId}><form><label>Name <input name="name" value="Wren" /></label></form></${name}>`}
                <p>What stands below.</p>
              </div>`,
            );
            const [element, below] = box.children;
            if (!element || !(below instanceof HTMLElement)) throw new Error('There is no widget.');
            await frames();
            observer?.observe({ type: 'layout-shift' });
            const tops = new Set([below.offsetTop]);
            const member = memberId ? standing({ streak: 3 }) : null;
            loaded.give(json(200, view({ seatsLeft: 12, member, grants: GRANTS[tag] })));
            await reaches(element, 'ready');
            await frames();
            tops.add(below.offsetTop);
            press(element);
            await reaches(element, 'submitting');
            await frames();
            tops.add(below.offsetTop);
            sent.give(reply());
            await reaches(element, end);
            await frames();
            tops.add(below.offsetTop);
            assert.lengthOf([...tops], 1, [...tops].join());
            assert.deepEqual(shifts, []);
          });
        }
      }
    }
  }
});
