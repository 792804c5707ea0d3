import { assert } from '@open-wc/testing';
import type { AuditEntry } from '../../../src/ledger/index.ts';
import { waitUntil } from '../../elements/wait-until.ts';
import type { PageFrame } from '../page-frame.ts';
import { FakeDesk, MALLORY, NOON } from './fake-desk.ts';

const DAY = 86_400_000;

describe("the desk's page", () => {
  let desk: FakeDesk;
  let page: PageFrame;

  beforeEach(() => {
    desk = new FakeDesk();
  });

  it('tells what was granted from what waits and what was refused', async () => {
    const sums = [
      { action: 'daily', state: 'granted', claims: 3, points: 30 },
      { action: 'daily', state: 'pending', claims: 2, points: 0 },
      { action: 'daily', state: 'refused', claims: 5, points: 0 },
    ] as const;
    const midnight = NOON - (NOON % DAY);
    desk.sums = {
      days: [
        { since: midnight - DAY, until: midnight, sums: [] },
        { since: midnight, until: Date.now() + DAY, sums: [...sums] },
      ],
      held: [{ action: 'daily', claims: 5, points: 50 }],
    };
    page = await desk.open();
    await page.reads(/Claims granted|By action/);
    const figures = page.all('.figures > div').map((one) => one.innerText.split('\n'));
    assert.deepEqual(
      figures.map(([, value]) => value?.replace(/\D.*/, '')),
      ['3', '30', '2', '5'],
    );
    const cells = page.all('.list tbody tr:first-child td').map(({ innerText }) => innerText.trim());
    assert.deepEqual(cells.slice(0, 4), ['3', '30', '5', '5 of 20']);
    const [chart] = page.all('.chart');
    assert.match(chart?.ariaLabel ?? '', /: Granted 3, Refused 5, Waiting 2$/);
    assert.deepEqual(
      page.all('.chart g').map(({ classList }) => classList.contains('today')),
      [false, true],
    );
    // Firefox has what is in an image in its tree, too.
    assert.isTrue([...(chart?.children ?? [])].every(({ ariaHidden }) => ariaHidden === 'true'));
  });

  for (const [levels, verdict, heading] of [
    [['ok'], 'Yes, it works.', 'All right'],
    [['ok', 'warn'], 'Yes, but look at this.', 'Look at this'],
    [['warn', 'fail'], 'No. Please fix this:', 'Needs fixing'],
  ] as const) {
    it(`says whether all works, with the worst of what was found: ${levels.join(', ')}`, async () => {
      desk.health.findings = levels.map((level) => ({ level, check: 'service', text: `it is ${level}` }));
      page = await desk.open();
      await page.reads(/Yes, 2 claims/);
      assert.equal(page.all('.verdict')[0]?.innerText.trim(), verdict);
      page.go('#/health');
      await page.reads(/Looked at/);
      assert.equal(page.all('.checks h2 .soft')[0]?.innerText, heading);
    });
  }

  it('asks for claims of whole days of the zone, the last one too, and shows those days again', async () => {
    // Thirteen hours ahead.
    desk.desk.timeZone = 'Pacific/Auckland';
    page = await desk.open({ hash: '#/claims' });
    await page.reads(/Export as CSV/);
    await page.fill('input[name=since]', '2026-11-20');
    await page.fill('input[name=until]', '2026-11-26');
    await page.press('Show');
    const wanted = `since=${Date.UTC(2026, 10, 19, 11)}&until=${Date.UTC(2026, 10, 26, 11)}`;
    await waitUntil(() => page.asked.at(-1)?.path === `/api/claims?${wanted}`);
    await waitUntil(() => page.all<HTMLInputElement>('input[name=until]')[0]?.value === '2026-11-26');
    const [download] = page.all<HTMLAnchorElement>('a[download]');
    assert.equal(new URL(download?.href ?? '').search, `?${wanted}`);
  });

  it('gives to the member, in the community and for what was said, by whom it was', async () => {
    page = await desk.open({ hash: '#/give' });
    await page.reads(/Who gives it/);
    const [service] = page.all<HTMLSelectElement>('select[name=service]');
    assert.ok(service);
    service.value = 'lighthouse';
    service.dispatchEvent(new page.window.Event('change', { bubbles: true }));
    const gift = { memberId: MALLORY, points: '50', remark: 'Raffle', key: 'raffle-1', by: 'Wren' };
    for (const [name, value] of Object.entries(gift)) {
      // oxlint-disable-next-line no-await-in-loop -- one field after the other
      await page.fill(`input[name=${name}]`, value);
    }
    const [region] = page.all('.give [role=status]');
    assert.isTrue(region?.checkVisibility(), 'a live region that comes with its text is not spoken');
    page.all('.record button.main')[0]?.click();
    await page.reads(/Given: the member has it/);
    assert.match(region?.innerText ?? '', /^Given: the member has it/);
    assert.deepEqual(desk.gifts, [{ ...gift, points: 50, service: 'lighthouse' }]);
  });

  it('says of a file what it would give, and what of it was given before', async () => {
    const look = {
      total: 12,
      fresh: { lines: 4, points: 20, roles: 1, members: 3 },
      known: { granted: 5, refused: 1, unknown: 1, pending: 0 },
      foreign: [9],
    };
    desk.file = { id: 'file-1', name: 'quest.csv', look, run: null };
    page = await desk.open({ hash: '#/give' });
    await page.reads(/Who gives it/);
    page.all('input[name=tab]')[1]?.click();
    await page.reads(/quest\.csv: 12 lines, nothing wrong[^]*3 members would get 20 points, 1 role/);
    assert.match(page.text, /under the same keys: 7 lines\./);
    assert.match(page.text, /1 line will be refused/);
  });

  it('shows each view from its top', async () => {
    const [claim] = desk.claims.claims;
    assert.ok(claim);
    desk.claims.claims = Array.from({ length: 40 }, (_, at) => ({ ...claim, id: `claim-${at}` }));
    const entry = { at: NOON, who: 'Wren', what: 'exported', claimId: null, details: {} };
    desk.audit.entries = Array.from({ length: 40 }, (_, at) => ({ ...entry, seq: at + 1 }));
    page = await desk.open({ hash: '#/claims' });
    await page.reads(/Export as CSV/);
    page.window.scrollTo(0, 300);
    assert.equal(page.window.scrollY, 300);
    page.go('#/audit');
    await page.reads(/exported/);
    assert.equal(page.window.scrollY, 0);
  });

  it('says in the audit what was decided', async () => {
    const decided = (seq: number, state: string): AuditEntry => ({
      seq,
      at: NOON,
      who: 'Wren',
      what: 'decided',
      claimId: null,
      details: { state, why: `because ${state}` },
    });
    desk.audit.entries = [decided(2, 'released'), decided(1, 'granted')];
    page = await desk.open({ hash: '#/audit' });
    await page.reads(/decided: has not \(because released\)[^]*decided: has it \(because granted\)/);
  });

  it('says that somebody has left only once the desk knows of it', async () => {
    page = await desk.open();
    await page.reads(/Yes, 2 claims/);
    const [leave] = page.all('button.square').slice(-1);
    desk.broken.set('DELETE session', Response.json({ code: 'internal', detail: 'It broke.' }, { status: 500 }));
    leave?.click();
    await page.reads(/It broke\./);
    assert.match(page.text, /Yes, 2 claims/);
    desk.broken.clear();
    const again = page.all('button.square').at(-1);
    again?.focus();
    again?.click();
    await page.reads(/Open the desk by its link/);
    assert.notMatch(page.text, /claims/);
    await waitUntil(() => page.document.activeElement === page.all('h1')[0], 'the focus is lost with the button');
    // A live region that comes with its text is not spoken.
    const [said] = page.all('[role=status]');
    desk.broken.set('POST link', new Response(null, { status: 204 }));
    await page.press('Print a new link');
    await waitUntil(() => /A new link is in the terminal/.test(said?.innerText ?? ''));
  });

  /** As a browser that shows no smaller letters, which leaves all lengths as they are. */
  const enlarge = (selector: string) => page.all(selector).forEach(({ style }) => (style.fontSize = '24px'));

  it('keeps the number of what waits within its name on a phone, however large letters are', async () => {
    for (const count of [9, 28, 1280]) {
      desk.count = count;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      page = await desk.open({ size: { width: 360, height: 740 } });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.reads(/By action/);
      for (const letters of ['usual', 'large']) {
        if (letters === 'large') enlarge('.nav a, .badge');
        const [name, badge] = page.all('.nav a:has(.badge), .badge').map((one) => one.getBoundingClientRect());
        assert.ok(name && badge && badge.width > 0);
        assert.isAtLeast(badge.left, name.left, `${count} in ${letters} letters`);
        assert.isAtMost(badge.right, name.right, `${count} in ${letters} letters`);
      }
    }
  });

  it('keeps the place of that number where nothing waits, so that nothing moves once something does', async () => {
    const boxes: string[] = [];
    for (const count of [0, 1]) {
      desk.count = count;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      page = await desk.open({ size: { width: 1280, height: 740 } });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.reads(/By action/);
      boxes.push(...page.all('.nav .badge').map((one) => JSON.stringify(one.getBoundingClientRect())));
    }
    assert.lengthOf(boxes, 2);
    assert.equal(boxes[1], boxes[0]);
  });

  it('shows the key of its search within the field, beside what can be typed, however large letters are', async () => {
    page = await desk.open();
    await page.reads(/By action/);
    for (const letters of ['usual', 'large']) {
      if (letters === 'large') enlarge('.find input, .find kbd');
      const [field] = page.all('.find input');
      const [key] = page.all('.find kbd').map((one) => one.getBoundingClientRect());
      assert.ok(field && key && key.width > 0);
      const { right, top, bottom } = field.getBoundingClientRect();
      const text = right - parseFloat(page.window.getComputedStyle(field).paddingInlineEnd);
      assert.isAtLeast(key.left, text, letters);
      assert.isAtMost(key.right, right, letters);
      assert.isAtLeast(key.top, top, letters);
      assert.isAtMost(key.bottom, bottom, letters);
    }
  });

  it('names the columns of its tables to those who listen, where there is no room to show them', async () => {
    page = await desk.open({ size: { width: 360, height: 740 } });
    await page.reads(/By action/);
    page.go('#/claims');
    await waitUntil(() => page.all('.claims td').length > 0, 'no claims are drawn');
    assert.deepEqual(
      page.all('.claims th').map((one) => [one.innerText, one.checkVisibility()]),
      [
        ['Made', true],
        ['What', true],
        ['Member', true],
        ['Outcome', true],
      ],
    );
    for (const { clientWidth } of page.all('.claims thead')) assert.isAtMost(clientWidth, 1);
  });

  it('fits on the narrowest of screens, whatever an action is called', async () => {
    const [daily] = desk.desk.actions;
    assert.ok(daily);
    desk.desk.actions = [{ ...daily, title: `Meetup ${'Donaudampfschifffahrt'.repeat(3)}` }];
    page = await desk.open({ size: { width: 320, height: 640 } });
    await page.reads(/Yes, 2 claims/);
    for (const [hash, shown] of [
      ['#/waiting', /2 claims wait for you/],
      ['#/waiting/claim-1', /Look in your community/],
      ['#/waiting/claim-1?together', /which of these 2/],
      ['#/claims', /Export as CSV/],
      ['#/claim/claim-1', /Its way/],
      ['#/give', /Who gives it/],
      ['#/health', /Looked at/],
    ] as const) {
      page.go(hash);
      // oxlint-disable-next-line no-await-in-loop -- one view after the other
      await page.reads(shown);
      const cut = page
        .all('main, main *:not(.hidden)')
        .filter((one) => {
          const { overflowX } = page.window.getComputedStyle(one);
          const isCut = overflowX === 'clip' || overflowX === 'hidden' || one.matches('main, .each');
          return isCut && one.clientWidth > 1 && one.scrollWidth > one.clientWidth;
        })
        .map((one) => `${one.tagName}.${one.className} by ${one.scrollWidth - one.clientWidth} px`);
      assert.deepEqual([hash, page.excess, ...cut], [hash, 0]);
    }
  });
});
