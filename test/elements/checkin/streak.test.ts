import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { loadLocale, type RewardsCheckin } from '../../../src/elements/index.ts';
import { leftOf } from '../left-of.ts';
import { claim, FakeProxy, Held, HOUR, inMs, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { checkin, hasPart, inState, part, press, reaches, said } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

/** Which of the seven days count as done (in capitals where that is today), which is today, and which are to come. */
const days = (element: Element) =>
  Array.from(part(element, 'days').children, ({ part: parts }) => {
    const today = parts.contains('today');
    return parts.contains('done') ? (today ? 'X' : 'x') : today ? 'o' : '.';
  }).join('');

/** What is drawn first, from the left: the sign of a number, or the digit behind it. */
function orderOf(box: Element): string {
  const digit = /\+(\p{Nd})/u.exec(box.textContent)?.[1] ?? '';
  return leftOf(box, '+') < leftOf(box, digit) ? 'sign, digit' : 'digit, sign';
}

describe('the streak of <rewards-checkin>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  async function known(member: Partial<ReturnType<typeof standing>>, changes = {}): Promise<RewardsCheckin> {
    proxy.onAction = () => json(200, view({ member: standing(member), ...changes }));
    const element = await checkin({ memberId: MEMBER });
    await waitUntil(() => hasPart(element, 'streak-text'));
    return element;
  }

  for (const [streak, canClaim, shown, text] of [
    [0, true, 'o......', 'Streak: 0 days'],
    [1, true, 'xo.....', 'Streak: 1 day'],
    [3, true, 'xxxo...', 'Streak: 3 days'],
    [3, false, 'xxX....', 'Streak: 3 days'],
    [6, true, 'xxxxxxo', 'Streak: 6 days'],
    [7, false, 'xxxxxxX', 'Streak: 7 days'],
    [7, true, 'o......', 'Streak: 7 days'],
    [1000, true, 'xxxxxxo', 'Streak: 1,000 days'],
    [1000, false, 'xxxxxX.', 'Streak: 1,000 days'],
  ] as const) {
    it(`of ${streak} ${canClaim ? 'without' : 'with'} today is drawn as ${shown}`, async () => {
      const element = await known({ streak, canClaim });
      assert.equal(days(element), shown);
      assert.equal(part(element, 'streak-text').textContent, text);
      assert.equal(part(element, 'days').ariaHidden, 'true');
    });
  }

  it('is without a claim that waits, in the page that sent it as in one that is opened meanwhile', async () => {
    proxy.onPoll = () => json(200, claim({ status: 'pending' }));
    const sent = await known({ streak: 3 });
    proxy.onClaim = () => json(202, claim({ status: 'pending' }));
    press(sent);
    await reaches(sent, 'pending');
    const opened = await known({ streak: 4, canClaim: false, pendingClaimId: 'claim-7f3k' });
    await reaches(opened, 'pending');
    for (const element of [sent, opened]) {
      assert.equal(days(element), 'xxxo...');
      assert.equal(part(element, 'streak-text').textContent, 'Streak: 3 days');
    }
  });

  it('has its signs and words in their order in a language from right to left', async () => {
    await loadLocale('he');
    proxy.onAction = () =>
      json(200, view({ member: standing({ streak: 3, canClaim: false, nextStep: { streak: 7, points: 50 } }) }));
    const claimed = await checkin({ memberId: MEMBER, lang: 'he' });
    await waitUntil(() => hasPart(claimed, 'text') && part(claimed, 'text').textContent.includes('נקודות'));
    assert.isAbove(leftOf(part(claimed, 'text'), '+'), leftOf(part(claimed, 'text'), 'נקודות'));
    assert.equal(orderOf(part(claimed, 'text')), 'sign, digit');
    proxy.onAction = () => json(200, view({ member: standing({ streak: 3, nextStep: { streak: 7, points: 50 } }) }));
    const ready = await checkin({ memberId: MEMBER, lang: 'he' });
    await waitUntil(() => hasPart(ready, 'plus') && part(ready, 'description').textContent.includes('נקודות'));
    assert.isAbove(leftOf(part(ready, 'description'), '+'), leftOf(part(ready, 'description'), 'נקודות'));
    assert.equal(orderOf(part(ready, 'plus')), 'sign, digit');
  });

  for (const [streak, canClaim, at, drawn, line] of [
    [3, true, 7, '......g', '+50 points in 3 days'],
    [5, false, 8, '.......', '+50 points in 3 days'],
    [6, false, 7, '......g', '+50 points tomorrow'],
    [6, true, 7, '......g', '+50 points today'],
    [7, true, 10, '..g....', '+50 points in 2 days'],
    [1, true, 1, '.......', 'Once a day'],
  ] as const) {
    it(`of ${streak} ${canClaim ? 'without' : 'with'} today tells of a step at ${at}: ${line}`, async () => {
      const element = await known({ streak, canClaim, nextStep: { streak: at, points: 50 } });
      const gifts = Array.from(part(element, 'days').children, (day) => (day.part.contains('gift') ? 'g' : '.'));
      assert.equal(gifts.join(''), drawn);
      if (drawn.includes('g')) assert.equal(part(element, 'gift').textContent.trim(), '+50');
      assert.include(canClaim ? part(element, 'description').textContent : said(element), line);
    });
  }

  it('has a screen reader hear of the step whose place a description of the action has, once', async () => {
    const member = { streak: 3, nextStep: { streak: 7, points: 50 } };
    const description = 'Come by and say hello';
    const element = await known(member, { description });
    assert.equal(part(element, 'description').textContent.trim(), description);
    assert.equal(part(element, 'streak-text').innerText, 'Streak: 3 days\n+50 points in 3 days');
    const plain = await known(member);
    assert.equal(part(plain, 'streak-text').innerText, 'Streak: 3 days');
  });

  it('leaves its place in the head to the count, and says at the end of the button what the claim gives', async () => {
    const plain = await known({ streak: 0 });
    const textOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(part(element, 'button').querySelector('slot') ?? element);
      return range.getBoundingClientRect();
    };
    const { left } = textOf(plain);
    assert.isFalse(hasPart(plain, 'plus'));
    fixtureCleanup();
    const element = await known({ streak: 3 });
    await waitUntil(() => hasPart(element, 'plus'));
    assert.equal(part(element, 'button').innerText.replace(/\s+/g, ' ').trim(), 'Check in +10');
    assert.closeTo(textOf(element).left, left, 0.5, 'it does not move the text');
    assert.isAbove(part(element, 'plus').getBoundingClientRect().left, textOf(element).right);
    element.style.cssText = 'display: block; inline-size: 200px';
    assert.isFalse(part(element, 'plus').checkVisibility(), 'there is no room in a column');
  });

  it('tells the step that is left after the claim, and when the next one is', async () => {
    proxy.onClaim = () => json(201, claim({ streak: 4 }));
    const element = await known({ streak: 3, nextStep: { streak: 7, points: 50 } });
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.match(part(element, 'text').textContent, /^\+50 points in 3 days\nNext: /);
  });

  it('costs a page with many of them little: a grid, or an icon that is not seen, would hold 4 to 8 kB in Chromium', async () => {
    const element = await known({ streak: 3, canClaim: true });
    const drawn = [part(element, 'stage'), ...part(element, 'stage').querySelectorAll('*')];
    assert.isEmpty(drawn.filter((one) => getComputedStyle(one).display === 'grid'));
    assert.lengthOf(part(element, 'days').querySelectorAll('svg'), 3);
    assert.notEqual(getComputedStyle(part(element, 'foot')).display, 'grid');
  });

  it('fits a narrow card, however large the letters', async () => {
    const element = await known({ streak: 3 });
    element.style.cssText = 'display: block; inline-size: 240px; font-size: 32px';
    const row = part(element, 'days');
    const ends = Array.from(row.children, (day) => day.getBoundingClientRect().right);
    assert.isAtMost(Math.max(...ends), row.getBoundingClientRect().right + 1);
  });

  it('grows by the claim', async () => {
    const element = await known({ streak: 3 });
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.equal(days(element), 'xxxX...');
    assert.equal(part(element, 'count').innerText.trim(), '4');
    assert.equal(part(element, 'streak-text').textContent, 'Streak: 4 days');
  });

  it('names the days of the week in the action’s time zone', async () => {
    const timeZone = 'Pacific/Kiritimati';
    const today = () => new Intl.DateTimeFormat('en', { weekday: 'narrow', timeZone }).format();
    const before = today();
    const element = await known({ streak: 1 }, { timeZone });
    assert.include([before, today()], part(element, 'today').textContent.trim(), 'it may be midnight there by now');
  });

  it('is a line alone where it counts weeks or months', async () => {
    const element = await known({ streak: 2 }, { repeats: 'weekly' });
    assert.equal(part(element, 'streak-text').textContent, 'Streak: 2 weeks');
    assert.isFalse(hasPart(element, 'days'));
  });

  it('is told with the outcome where the member was not known before', async () => {
    proxy.onClaim = () => json(201, claim({ streak: 2 }));
    const element = await checkin();
    press(element);
    await reaches(element, 'granted');
    assert.match(said(element), /Streak: 2 days/);
    await waitUntil(() => hasPart(element, 'days'));
    assert.equal(days(element), 'xX.....');
  });

  it('keeps its place free while it loads', async () => {
    proxy.onAction = () => new Held().reply;
    const element = await fixture<RewardsCheckin>(
      html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`,
    );
    const before = element.offsetHeight;
    assert.isAtLeast(part(element, 'stage').offsetHeight, 44);
    proxy.onAction = () => json(200, view({ member: standing({ streak: 3 }) }));
    element.reset();
    await waitUntil(() => hasPart(element, 'days'));
    assert.equal(element.offsetHeight, before);
  });
});

describe('<rewards-checkin auto>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  const auto = (memberId: string) =>
    fixture<RewardsCheckin>(html`<rewards-checkin action="daily" member-id=${memberId} auto></rewards-checkin>`);

  it('checks in by itself where the member is known and may', async () => {
    proxy.onAction = () => json(200, view({ member: standing() }));
    const element = await auto(MEMBER);
    await reaches(element, 'granted');
    assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
  });

  it('waits for the visitor where the member is not known', async () => {
    const element = await auto('');
    await reaches(element, 'ready');
    await element.claim();
    assert.isTrue(inState(element, 'invalid'));
    assert.lengthOf(proxy.claims, 0);
  });

  it('does not claim for a member who has claimed when another one is to be named', async () => {
    localStorage.setItem('rewards-elements:member-id', MEMBER);
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(HOUR) }) }));
    const element = await auto('');
    localStorage.clear();
    await reaches(element, 'claimed');
    part(element, 'change').click();
    await reaches(element, 'ready');
    await element.updateComplete;
    await new Promise(requestAnimationFrame);
    assert.isTrue(inState(element, 'ready'));
    assert.lengthOf(proxy.claims, 0);
  });

  it('tries once, and leaves the rest to the visitor', async () => {
    proxy.onAction = () => json(200, view({ member: standing() }));
    proxy.onClaim = () => problem('refused');
    const element = await auto(MEMBER);
    await reaches(element, 'refused');
    await element.claim();
    assert.lengthOf(proxy.claims, 2);
  });
});
