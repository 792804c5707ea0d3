import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import { PageFrame, type PageFrameOptions } from '../page-frame.ts';

describe('the examples of the demo', () => {
  let page: PageFrame;

  /** An example whose proxy does not answer, which is of no matter to what the page does by itself. */
  const open = (name: string, options: Partial<PageFrameOptions> = {}) =>
    PageFrame.open({
      page: `/demo/examples/${name}/`,
      server: () => Promise.reject(new TypeError('Failed to fetch')),
      ...options,
    });

  /** As after a claim of somebody who has come so many days without a gap. */
  const granted = (streak: number | null) =>
    page.window.dispatchEvent(new page.window.CustomEvent('rewards-granted', { detail: { streak } }));

  const chosen = (selector: string, state: string) => page.all(`${selector}.${state}`).length;

  it('open the last lesson of a course with the right answer, and with no other', async () => {
    page = await open('course');
    await waitUntil(() => page.window.customElements.get('rewards-role'));
    const choose = (value: string) => page.all<HTMLInputElement>(`#quiz input[value="${value}"]`)[0]?.click();
    const others = page.all<HTMLInputElement>('#quiz input').filter(({ value }) => value !== '45');
    assert.isAbove(others.length, 0);
    for (const { value } of others) {
      choose(value);
      assert.match(page.text, /Not quite/);
      assert.equal(chosen('#gate', 'open'), 0);
    }
    choose('45');
    assert.match(page.text, /5 of 5 lessons/);
    assert.equal(chosen('#gate', 'open'), 1);
  });

  for (const [name, days, state] of [
    ['shop', '.cups li', 'drunk'],
    ['game', '.tank li', 'done'],
  ] as const) {
    it(`show in the ${name} as many days as somebody has come`, async () => {
      page = await open(name);
      await waitUntil(() => page.window.customElements.get('rewards-checkin'));
      for (const streak of [3, 1]) {
        granted(streak);
        assert.equal(chosen(days, state), streak);
      }
      granted(null);
      assert.equal(chosen(days, state), 0);
    });
  }

  it('lend the id of a member to the widgets', async () => {
    page = await open('shop');
    await waitUntil(() => page.window.customElements.get('rewards-member'));
    const [, member] = page.all<HTMLButtonElement>('.try-it button');
    member?.click();
    assert.equal(member?.ariaPressed, 'true');
    const field = () => page.all<HTMLElement & { value: string }>('rewards-member')[0];
    await waitUntil(() => field()?.value === member?.value);
    assert.equal(page.all('.try-it button[aria-pressed=true]').length, 1);
  });

  it('have prices as they are written where the shop is', async () => {
    page = await open('shop');
    await waitUntil(() => page.all('data').every(({ innerText }) => innerText !== ''));
    const [price] = page.all<HTMLDataElement>('data');
    const written = new Intl.NumberFormat('ar', { style: 'currency', currency: 'SAR' }).format(Number(price?.value));
    assert.equal(price?.textContent, written);
  });
});
