import '../../../src/elements/signup/signup.define.ts';
import { assert, fixture, html } from '@open-wc/testing';
import type { RewardsSignup } from '../../../src/elements/index.ts';
import { json } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, inState, part, reaches } from '../widget.ts';
import { type Platform, platformForEach } from './platform.ts';

describe('signing in with the platform, in <rewards-signup>', () => {
  let platform: Platform;
  platformForEach((made) => (platform = made));

  it('asks for what is missing first, and sends what was filled in along with the sign-in', async () => {
    const { onAction } = platform.proxy;
    const field = { name: 'nick', label: 'Nick', type: 'text', required: true, maxLength: 20, options: [] } as const;
    platform.proxy.onAction = async (request) =>
      json(200, { ...(await (await onAction(request)).json()), fields: [field] });
    const element = await fixture<RewardsSignup>(
      html`<rewards-signup action="daily" endpoint="https://proxy.example/rewards"></rewards-signup>`,
    );
    await waitUntil(() => hasPart(element, 'account'), 'no word of signing in');
    part(element, 'button').click();
    await reaches(element, 'invalid');
    assert.equal(platform.opened.length, 0);

    const input = element.shadowRoot?.querySelector<HTMLInputElement>('[name=nick]');
    if (!input) throw new Error('There is no field.');
    input.value = 'Noor';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    part(element, 'button').click();
    await waitUntil(() => platform.opened.length === 1, 'no window was opened');
    assert.isTrue(inState(element, 'ready'));
    platform.opened[0]?.say();
    await reaches(element, 'granted');
    assert.deepEqual(platform.proxy.claims[0]?.body, { fields: { nick: 'Noor' } });
  });
});
