import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import type { PageFrame } from '../page-frame.ts';
import { Harbour } from './harbour.ts';

const WREN = '516830294751038469';

describe("the community's website in the demo", () => {
  let harbour: Harbour;
  let page: PageFrame;

  beforeEach(async () => {
    harbour = new Harbour();
    page = await harbour.open('/demo/demo/');
    await page.reads(/Good to see you/);
    await waitUntil(() => page.all('.members li').length > 1);
  });

  const field = () => page.all<HTMLElement & { value: string }>('rewards-member')[0];
  const points = (id: string) =>
    page
      .all('.members li')
      .find(({ innerText }) => innerText.includes(id))
      ?.querySelector('.points')
      ?.textContent.replace(/\D/g, '');

  it('lets a visitor borrow the id of a member, whose points arrive in the community', async () => {
    const before = harbour.pointsOf(WREN);
    assert.equal(points(WREN), String(before));
    page
      .all<HTMLButtonElement>('.try-as button')
      .find(({ value }) => value === WREN)
      ?.click();
    await waitUntil(() => field()?.value === WREN);
    const button = () =>
      page
        .all('rewards-checkin')[0]
        ?.shadowRoot?.querySelector<HTMLElement>('[part~=button]:not([aria-disabled=true])');
    await waitUntil(() => button()?.innerText === 'Check in');
    button()?.click();
    await page.reads(/Wren[^:]* gets 10 points: Daily check-in/);
    await waitUntil(() => points(WREN) === String(before + 10));
    const all = page.all('.members .points').map(({ innerText }) => Number.parseInt(innerText.replace(',', ''), 10));
    assert.deepEqual(
      all,
      all.toSorted((one, other) => other - one),
    );
    assert.match(page.all('.peek')[0]?.textContent ?? '', /gets 10 points: Daily check-in/);
  });

  it('has the id of whoever is chosen in the community entered', async () => {
    const names = page.all('.members .use').map(({ ariaLabel, innerText }) => ariaLabel ?? innerText);
    assert.equal(new Set(names).size, names.length);
    const [, second] = page.all('.members li');
    const id = second?.querySelector('.id')?.textContent ?? '';
    second?.querySelector<HTMLElement>('.use')?.click();
    await waitUntil(() => field()?.value === id);
  });
});
