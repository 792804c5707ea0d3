import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import type { PageFrame } from '../page-frame.ts';
import { Harbour } from './harbour.ts';

describe('the front page of the site', () => {
  let harbour: Harbour;
  let page: PageFrame;

  beforeEach(async () => {
    harbour = new Harbour();
    page = await harbour.open('/demo/');
    await waitUntil(() => button()?.innerText === 'Check in');
  });

  const widget = () => page.all('.way rewards-checkin')[0];
  const button = () => widget()?.shadowRoot?.querySelector<HTMLElement>('[part~=button]');
  const shown = (selector: string) => page.all(selector)[0]?.innerText.trim();
  const lines = () => page.all('.lines tr').map(({ innerText }) => innerText.trim().split(/\s+/).at(-1));

  it('shows how a press goes through proxy and ledger into the community, and that there is no second one', async () => {
    const before = harbour.pointsOf();
    button()?.click();
    await waitUntil(() => shown('.verdict') === 'paid once');
    assert.deepEqual(lines(), ['granted', '', '']);
    assert.match(shown('.tale') ?? '', /Noor has 10 points more/);
    await waitUntil(() => shown('.chat .points')?.endsWith((before + 10).toLocaleString('en')));
    assert.match(shown('.chat .said') ?? '', /gets 10 points: Daily check-in/);
    await page.press('Press in another tab');
    await waitUntil(() => shown('.verdict') === 'has had it today');
    assert.deepEqual(lines(), ['granted', '', '']);
    assert.equal(harbour.pointsOf(), before + 10);
  });

  it('leaves a claim unknown whose reply was lost, and tells of the member who presses', async () => {
    page
      .all<HTMLButtonElement>('.try-as button')
      .find(({ innerText }) => innerText === 'Wren')
      ?.click();
    page.all<HTMLInputElement>('.lose')[0]?.click();
    await waitUntil(() => /The next reply will be lost/.test(shown('.tale') ?? ''));
    await waitUntil(() => button()?.innerText === 'Check in');
    button()?.click();
    await waitUntil(() => shown('.verdict') === 'not confirmed yet');
    assert.deepEqual(lines(), ['unknown', '', '']);
    assert.match(page.all('.lines tr')[0]?.innerText ?? '', /Wren/);
  });
});
