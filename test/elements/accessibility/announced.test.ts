import { assert, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/elements/define.ts';
import { FakeProxy } from '../fake-proxy.ts';
import { pressTab } from '../tab.ts';
import { waitUntil } from '../wait-until.ts';
import { input, part, reaches, turnTo } from '../widget.ts';

/** What comes into a region from now on while it is live, in its order, also what leaves it before anything is painted. */
function listenTo(region: Element): () => string[] {
  const texts: string[] = [];
  const take = (records: MutationRecord[]) => {
    if (region.getAttribute('aria-live') !== 'polite') return;
    for (const { addedNodes, target, type } of records) {
      const changed = type === 'characterData' ? [target] : [...addedNodes];
      for (const { textContent } of changed) if (textContent?.trim()) texts.push(textContent.trim());
    }
  };
  const observer = new MutationObserver(take);
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  return () => {
    take(observer.takeRecords());
    return texts;
  };
}

describe('what is announced', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(() => proxy.restore());

  it('of <rewards-member> is what is wrong with what was typed, also when the visitor goes on', async () => {
    const page = await fixture(html`<div><rewards-member></rewards-member><button>Below</button></div>`);
    const [element] = page.children;
    assert.ok(element);
    const hint = part(element, 'hint');
    await turnTo(element, () => input(element).focus());
    await sendKeys({ type: 'no id!' });
    assert.equal(hint.getAttribute('aria-live'), 'polite');
    assert.equal(hint.textContent, '');
    assert.ok(hint.checkVisibility(), 'it is a node of the tree before its text comes');
    const heard = listenTo(hint);
    await pressTab();
    await waitUntil(() => heard().length > 0);
    assert.deepEqual(heard(), ['Not a member id. Copy it again.']);
    assert.equal(hint.getAttribute('aria-live'), 'polite');
  });

  it('of <rewards-member> is what is wrong with what was typed before the window was left and came back', async () => {
    const page = await fixture(html`<div><rewards-member></rewards-member><button>Below</button></div>`);
    const [element] = page.children;
    assert.ok(element);
    await turnTo(element, () => input(element).focus());
    await sendKeys({ type: 'no id!' });
    input(element).dispatchEvent(new FocusEvent('focus'));
    const heard = listenTo(part(element, 'hint'));
    await pressTab();
    await waitUntil(() => part(element, 'error').textContent);
    assert.deepEqual(heard(), ['Not a member id. Copy it again.']);
  });

  it('of <rewards-member> is not what the visitor who is sent to the field hears there', async () => {
    const page = await fixture(
      html`<div><rewards-member></rewards-member><rewards-checkin action="daily"></rewards-checkin></div>`,
    );
    const [element, checkin] = page.children;
    assert.ok(element && checkin);
    await reaches(checkin, 'ready');
    await turnTo(element, () => input(element).focus());
    await sendKeys({ type: 'x' });
    await sendKeys({ press: 'Backspace' });
    const hint = part(element, 'hint');
    assert.equal(hint.getAttribute('aria-live'), 'polite');
    const heard = listenTo(hint);
    part(checkin, 'button').focus();
    part(checkin, 'button').click();
    await reaches(checkin, 'invalid');
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
    await waitUntil(() => hint.textContent);
    assert.deepEqual(heard(), []);
  });
});
