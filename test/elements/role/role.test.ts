import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { RewardsRole } from '../../../src/elements/index.ts';
import '../../../src/elements/role/role.define.ts';
import { claim, FakeProxy, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { itNeeds } from '../it-needs.ts';
import { hasPart, inState, part, press, reaches, said } from '../widget.ts';
import { waitUntil } from '../wait-until.ts';

const ROLE = { type: 'role', roleId: '1', roleName: 'Lamplighter', roleColor: '#ff8800' } as const;

describe('<rewards-role>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ title: 'Lamplighter', repeats: 'once', grants: [ROLE] }));
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  async function role(): Promise<RewardsRole> {
    const element = await fixture<RewardsRole>(html`<rewards-role action="lamplighter"></rewards-role>`);
    await waitUntil(() => !inState(element, 'loading'), 'still loading');
    return element;
  }

  it('shows the role in its colour', async () => {
    const element = await role();
    assert.equal(getComputedStyle(part(element, 'title'), '::before').backgroundColor, 'rgb(255, 136, 0)');
    assert.equal(part(element, 'button').textContent.trim(), 'Get this role');
  });

  it('says which role it is where its title does not, and what else it gives', async () => {
    assert.isFalse(hasPart(await role(), 'grants'));
    const grants = [ROLE, { type: 'points', points: 5 }] as const;
    proxy.onAction = () => json(200, view({ title: 'Lamplighter', repeats: 'once', grants: [...grants] }));
    assert.equal(
      part(await role(), 'grants')
        .innerText.replace(/\s+/g, ' ')
        .trim(),
      'Role: Lamplighter +5 points',
    );
    proxy.onAction = () => json(200, view({ title: 'Keep the light on', repeats: 'once', grants: [ROLE] }));
    assert.equal(part(await role(), 'grant').textContent, 'Role: Lamplighter');
  });

  it('is as low where it asks for the id as where it need not', async () => {
    const column = await fixture<HTMLElement>(
      html`<div style="inline-size: 328px; font-size: 16px">
        <rewards-role action="lamplighter"></rewards-role>
        <rewards-role action="lamplighter" member-id=${MEMBER}></rewards-role>
      </div>`,
    );
    const both = [...column.querySelectorAll('rewards-role')];
    await waitUntil(() => both.every((element) => !inState(element, 'loading')));
    for (const { offsetHeight } of both) assert.isAtMost(offsetHeight, 190);
  });

  itNeeds('the focus', 'says what the role is until one is at the card, and then what helps with the id', async () => {
    const element = await role();
    const faces = ['about', 'remember', 'help-summary'];
    const seen = () =>
      faces.filter((name) => part(element, name).checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    const { offsetHeight } = element;
    assert.deepEqual(seen(), ['about']);
    for (const name of ['input', 'help-summary']) {
      part(element, name).focus();
      assert.deepEqual(seen(), ['remember', 'help-summary'], name);
      assert.equal(element.offsetHeight, offsetHeight);
      part(element, name).blur();
      assert.deepEqual(seen(), ['about'], name);
    }
    press(element, '???');
    await reaches(element, 'invalid');
    part(element, 'input').blur();
    assert.deepEqual(seen(), ['help-summary']);
  });

  it('does without a colour, and with one that is none', async () => {
    const accent = 'rgb(67, 56, 202)';
    for (const roleColor of [undefined, 'url(//evil.example)']) {
      proxy.onAction = () =>
        json(200, view({ grants: [{ type: 'role', roleId: '1', roleName: 'R', ...(roleColor && { roleColor }) }] }));
      const element = await role();
      const dot = getComputedStyle(part(element, 'title'), '::before');
      assert.include([accent, 'rgba(0, 0, 0, 0)'], dot.backgroundColor);
      assert.equal(dot.backgroundImage, 'none');
    }
  });

  it('says which role was given', async () => {
    proxy.onClaim = () =>
      json(
        201,
        claim({ nextClaimAt: null, grants: [{ type: 'role', roleId: '1', roleName: 'Lamplighter', remark: 'Lit' }] }),
      );
    const element = await role();
    press(element);
    await reaches(element, 'granted');
    assert.match(said(element), /^Role: Lamplighter Lit$/);
  });

  it('says that one has it already', async () => {
    proxy.onAction = () => json(200, view({ repeats: 'once', grants: [ROLE], member: standing({ canClaim: false }) }));
    const element = await role();
    await reaches(element, 'claimed');
    assert.match(said(element), /^You have this already Once$/);
  });

  it('says what the visitor can do when the community refuses, and nothing of what only the owner can', async () => {
    proxy.onClaim = () => problem('refused');
    const element = await role();
    press(element, MEMBER);
    await reaches(element, 'refused');
    assert.match(said(element), /joined\? Please tell the owner of this site\.$/);
  });
});
