/** A visitor may have a browser draw no letter smaller than a size: `em` then tells less than what is drawn, `lh` does not. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../e2e/support/browser.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { openStaticSite, type Site } from '../support/http/static-site.ts';

const MEMBER = '123456789012345678';
const WIDGETS = [
  ...['loading', 'ready', 'invalid', 'upcoming', 'throttled', 'claimed', 'pending'].map((state) => ['checkin', state]),
  ['signup', 'ready'],
  ['role', 'claimed'],
  ['onchain', 'ready', `member-id="${MEMBER}"`],
].map(([name, state, more = '']) => `<rewards-${name} debug-state="${state}" ${more}></rewards-${name}>`);
const pageOf = (width: number) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Elements</title>
  <link rel="icon" href="data:," />
  <style>
    body { display: grid; gap: 1em; inline-size: ${width}px; font: 16px/1.5 'Open Sans'; }
  </style>
  <script type="module" src="/scripts/rewards-elements.dev.js"></script>
  ${WIDGETS.join('\n  ')}`;

/** The captions of fields alone are larger in the first, and in the others all that is read. */
const LOOKS = [
  { size: 16, width: 328 },
  { size: 20, width: 328 },
  // So narrow that a result's heading takes three lines.
  { size: 20, width: 200 },
];

for (const { size, width } of LOOKS) {
  describe(`a card of ${width} pixels where no letter is smaller than ${size}`, () => {
    let browser: Browser;
    let site: Site;

    before(async () => {
      site = await openStaticSite({
        page: pageOf(width),
        scripts: fileURLToPath(new URL('../../dist/cdn/', import.meta.url)),
      });
      browser = await openBrowser('open-sans', [`--blink-settings=minimumFontSize=${size}`]);
    });

    after(async () => {
      await browser?.close();
      await site?.close();
    });

    it('has no line of text on another, and as a check-in is as high in every state, but for a pixel', async () => {
      const page = await newPage(browser);
      await page.goto(site.url);
      await page.waitForFunction(areDrawn);
      const cards = await page.evaluate(readCards);
      for (const { name, smallest, covered } of cards) {
        assert.ok(smallest >= size, `${name}: letters of ${smallest} pixels`);
        assert.deepEqual(covered, [], name);
      }
      const heights = cards.filter(({ name }) => name.startsWith('rewards-checkin')).map(({ height }) => height);
      assert.ok(Math.max(...heights) - Math.min(...heights) < 1.5, `check-ins are ${heights.join(', ')} pixels high`);
    });
  });
}

/** Runs in the page. */
function areDrawn(): boolean {
  return Array.from(document.querySelectorAll('[debug-state]')).every((widget) =>
    widget.matches(`:state(${widget.getAttribute('debug-state')})`),
  );
}

/** Runs in the page: of each card its height, the size of its smallest letters, and the texts that lie on one another. */
function readCards() {
  interface Line {
    text: string;
    /** Of its letters, which are as high as their size says, in the middle of the line. */
    box: DOMRect;
  }

  return Array.from(document.querySelectorAll('[debug-state]'), (widget) => {
    const root = widget.shadowRoot as ShadowRoot;
    const lines: Line[] = [];
    const sizes: number[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement as Element;
      if (!text.textContent?.trim() || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const size = parseFloat(getComputedStyle(parent).fontSize);
      sizes.push(size);
      for (const box of range.getClientRects()) lines.push({ text: text.textContent, box: lettersIn(box, size) });
    }
    for (const input of root.querySelectorAll('input')) {
      if (!isSeen(input) || !input.placeholder) continue;
      const { paddingBlockStart, fontSize } = getComputedStyle(input);
      const { x, y, width, height } = input.getBoundingClientRect();
      const padding = parseFloat(paddingBlockStart);
      const box = new DOMRect(x, y + padding, width, height - padding);
      lines.push({ text: input.placeholder, box: lettersIn(box, parseFloat(fontSize)) });
    }
    return {
      name: `${widget.localName}, ${widget.getAttribute('debug-state')}`,
      height: widget.getBoundingClientRect().height,
      smallest: Math.min(...sizes),
      covered: lines.flatMap((one, index) =>
        lines.slice(index + 1).flatMap((other) => (covers(one, other) ? [`${one.text} / ${other.text}`] : [])),
      ),
    };
  });

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return false;
    }
    return true;
  }

  function lettersIn({ x, y, width, height }: DOMRect, size: number): DOMRect {
    return new DOMRect(x, y + (height - size) / 2, width, size);
  }

  /** A text that is cut off at its edge has two boxes in one place. */
  function covers(one: Line, other: Line): boolean {
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    return one.text !== other.text && across > 1 && down > 0.5;
  }
}
