import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { sampleAction, sampleClaim } from '../../src/elements/debug/samples.ts';
import { PATIENCE_MS } from '../../src/elements/shared/localization.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { openStaticSite, type Site } from '../support/http/static-site.ts';

const SCRIPTS = fileURLToPath(new URL('../../dist/cdn/', import.meta.url));
const DOCUMENT = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Columns</title>
  <link rel="icon" href="data:," />
  <script type="module" src="/scripts/rewards-elements.js"></script>
  <body></body>
</html>`;

const MEMBER = '12345678901234567890';
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
/** No widget can know how many lines a title takes that comes with the answer. This one takes one in every column that leaves room for no more. */
const TITLE = 'Daily check-in';
/** A longer one is in the page's own markup, broken where a line ends, as the documentation says. */
const LONG_TITLE = '<span slot="title">Sign the log<br>of the harbour</span>';
const FORM = '<form><label>Name <input name="name" value="Wren"></label></form>';
const HOUR_MS = 3_600_000;
/** No widget is as tall, in pixels, and four stand in a row. */
const TALLEST = 640;

/** A column: its width and the size of its letters in pixels, and its language. */
export interface Column {
  width: number;
  size: number;
  lang: string;
  /** Whether the page lets the widgets be as wide as it is. */
  fills?: boolean;
}

/** How a widget fared in it. */
export interface Moved extends Column {
  tag: string;
  name: string;
  /** Whether it has a title of several lines in the page's markup, for which it is higher than others. */
  hasLongTitle: boolean;
  /** The highest that it was, in pixels. */
  height: number;
  /** All layout shift while it was on the page, of all widgets there. */
  shift: number;
  /** Whether anything stuck out of its card. */
  overflows: boolean;
  /** What moved. */
  moved: string;
}

/** A reply of the proxy's to a claim, by the state that it leads to. */
interface Reply {
  status: number;
  body: unknown;
}

/** What is played: an element, whether the site knows the member, and what the claim comes to. */
interface Part {
  tag: string;
  memberId: string;
  end: string;
  /** Markup of the page's own in the widget. */
  content: string;
  view: unknown;
  reply: Reply;
}

const problem = (status: number, code: string, more = {}): Reply => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: code, requestId: 'request-9c1e', ...more },
});

function parts(isEnd: (end: string) => boolean): Part[] {
  return ['rewards-checkin', 'rewards-role', 'rewards-signup', 'rewards-onchain'].flatMap((tag) =>
    ['', MEMBER].flatMap((memberId) => {
      const sample = sampleAction(tag, memberId);
      const view = {
        ...sample,
        title: tag === 'rewards-onchain' ? TITLE : sample.title,
        timeZone: 'UTC',
        ...(tag === 'rewards-signup' && { fields: [] }),
      };
      // What the site knows the member of, it may also have a form for.
      const form = tag === 'rewards-signup' && memberId ? FORM : '';
      const claim = { ...sampleClaim(view), memberId: MEMBER, streak: tag === 'rewards-checkin' ? 4 : null };
      const nextClaimAt = new Date(Date.now() + 9 * HOUR_MS).toISOString();
      const ends: [string, Reply][] = [
        ['granted', { status: 201, body: claim }],
        ['pending', { status: 202, body: { ...claim, status: 'pending' } }],
        ['claimed', problem(409, 'already-claimed', { nextClaimAt })],
        ['refused', problem(422, 'refused')],
        ['throttled', problem(503, 'throttled', { retryAfter: 90 })],
        ['failed', problem(500, 'internal')],
      ];
      return ends
        .filter(([end]) => isEnd(end))
        .flatMap(([end, reply]) =>
          // Whatever becomes of a claim, the title stays: one end will do.
          (end === 'claimed' ? ['', LONG_TITLE] : ['']).map((title) => ({
            tag,
            memberId,
            end,
            content: title + form,
            view,
            reply,
          })),
        );
    }),
  );
}

/** Plays claims in columns of a page, in a browser. */
export class LayoutPage {
  readonly #browser: Browser;
  readonly #site: Site;

  private constructor(browser: Browser, site: Site) {
    this.#browser = browser;
    this.#site = site;
    browser.once('disconnected', () => void site.close());
  }

  static async open(browser: Browser): Promise<LayoutPage> {
    return new LayoutPage(browser, await openStaticSite({ page: DOCUMENT, scripts: SCRIPTS }));
  }

  /** All widgets, from the first paint to what comes of a claim, or to some ends. With `shared` they have one field for the member's id. */
  async play(column: Column, shared: boolean = false, isEnd = (_end: string) => true): Promise<Moved[]> {
    const context = await this.#browser.createBrowserContext();
    try {
      const page = await newPage(context);
      const played = parts(isEnd);
      // What is below the window moves without being counted.
      await page.setViewport({
        width: Math.max(800, column.width * 4),
        height: Math.ceil(played.length / 4) * TALLEST,
      });
      await page.evaluateOnNewDocument(waitForTexts, PATIENCE_MS);
      await page.evaluateOnNewDocument(holdReplies, played);
      await page.goto(this.#site.url);
      return await run(page, column, played, shared);
    } finally {
      await context.close();
    }
  }
}

async function run(page: Page, column: Column, played: Part[], shared: boolean): Promise<Moved[]> {
  const { shift, moved, cards } = await page.evaluate(playAll, column, played, shared, RIGHT_TO_LEFT);
  return cards.map(({ at, height, overflows }) => {
    const { tag = '', memberId = '', end = '', content = '' } = played[at] ?? {};
    const hasLongTitle = content.startsWith(LONG_TITLE);
    const name = `${end}${memberId && ', known'}${hasLongTitle ? ', with a long title' : ''}`;
    return { ...column, tag, name, hasLongTitle, height, overflows, shift, moved };
  });
}

interface Shift extends PerformanceEntry {
  value?: number;
  sources?: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  /** Lets what is held go: the actions, or what claims came to. */
  var release: (what: 'actions' | 'claims') => void;
}

/** Runs in the page before anything else: however busy the machine is, no widget shows English before its language is there, which would move then. */
function waitForTexts(patienceMs: number): void {
  const real = globalThis.setTimeout;
  const patient = (handler: () => void, ms?: number) => (ms === patienceMs ? 0 : real(handler, ms));
  Object.assign(globalThis, { setTimeout: patient });
}

/** Runs in the page before anything else: replies wait for `release`. */
function holdReplies(played: Part[]): void {
  const gates = new Map<string, { open: Promise<void>; release: () => void }>();
  for (const what of ['actions', 'claims']) {
    let release = () => {};
    const open = new Promise<void>((resolve) => {
      release = resolve;
    });
    gates.set(what, { open, release });
  }
  globalThis.release = (what) => gates.get(what)?.release();
  const answers: Record<string, unknown> = {
    eth_requestAccounts: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    eth_chainId: '0x1',
    personal_sign: `0x${'ab'.repeat(65)}`,
  };
  const provider = { request: async ({ method }: { method: string }) => answers[method] };
  const info = { uuid: 'harbour', name: 'Harbour Wallet', icon: '', rdns: 'example.wallet' };
  addEventListener('eip6963:requestProvider', () => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  });
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname.startsWith('/rewards/claims/')) return new Promise(() => {});
    const partOf = (path: string) => /^\/actions\/part-(\d+)(\/claims)?/.exec(path) ?? [];
    const json = (body: unknown, status = 200) => {
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
    };
    if (url.pathname === '/rewards/batch') {
      await gates.get('actions')?.open;
      const asked = url.searchParams.getAll('path').map((path) => played[Number(partOf(path)[1])]);
      return json({ replies: asked.map((part) => ({ status: 200, body: part?.view })) });
    }
    if (url.pathname.endsWith('/onchain')) return json({ message: 'Sign this.', expiresAt: '2100-01-01T00:00:00Z' });
    const [, at, claims] = partOf(url.pathname.replace('/rewards', ''));
    const part = played[Number(at)];
    if (!part) return real(input, init);
    await gates.get(claims ? 'claims' : 'actions')?.open;
    return claims ? json(part.reply.body, part.reply.status) : json(part.view);
  };
}

/** Runs in the page: draws all, plays them, and tells what moved. */
async function playAll(
  { width, size, lang, fills = false }: Column,
  played: Part[],
  shared: boolean,
  rightToLeft: string[],
) {
  const frames = async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await new Promise(requestAnimationFrame);
    }
  };
  const states = () =>
    widgets
      .map(
        (widget, at) =>
          `${at} ${['loading', 'ready', 'invalid', 'submitting', 'granted', 'pending', 'claimed', 'refused', 'throttled', 'offline', 'failed'].find((state) => widget.matches(`:state(${state})`))}`,
      )
      .join();
  let widgets: HTMLElement[] = [];
  const until = async (what: string, condition: () => boolean) => {
    // By turns rather than by the clock, which goes on while a machine stands still.
    for (let turn = 0; !condition(); turn += 1) {
      if (turn > 6000) throw new Error(`It did not come to that: ${what}: ${states()}`);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  document.documentElement.dir = rightToLeft.includes(lang) ? 'rtl' : 'ltr';
  document.body.style.cssText = `margin: 0; font: ${size}px/1.5 sans-serif; display: grid; gap: 8px; grid-template-columns: repeat(4, ${width}px); align-items: start`;
  await customElements.whenDefined('rewards-checkin');
  if (shared) document.body.append(Object.assign(document.createElement('rewards-member'), { lang }));
  widgets = played.map(({ tag, memberId, content }, at) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ action: `part-${at}`, lang, 'member-id': memberId })) {
      element.setAttribute(name, value);
    }
    element.innerHTML = content;
    if (fills) element.style.maxInlineSize = 'none';
    document.body.append(element);
    return element;
  });
  const sections = () => widgets.map(({ shadowRoot }) => shadowRoot?.querySelector('section'));
  await until('drawn', () => sections().every((section) => section?.ariaBusy === 'false'));
  await frames();
  // What is in a shadow root is not named by the browser, but it stands where it moved to.
  const nameAt = (from: DOMRectReadOnly, to: DOMRectReadOnly) => {
    const point: [number, number] = [to.x + to.width / 2, to.y + to.height / 2];
    const host = document.elementFromPoint(...point);
    const node = host?.shadowRoot?.elementFromPoint(...point) ?? host;
    const name = node?.getAttribute('part') ?? node?.localName;
    return `${host?.localName} ${name} by ${Math.round(to.x - from.x)}, ${Math.round(to.y - from.y)}`;
  };
  /**
   * Where there is text for the ear alone, by frame. Once it is shown, Chromium may count that it stood elsewhere, though nobody saw it there. That is
   * told late on a busy machine.
   */
  const unseen: { at: number; places: DOMRect[] }[] = [];
  let isOver = false;
  const noteUnseen = () => {
    const places = widgets
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('[part=note]') ?? [])])
      .filter((note) => getComputedStyle(note).clipPath !== 'none')
      .map((note) => note.getBoundingClientRect());
    unseen.push({ at: performance.now(), places });
    if (!isOver) requestAnimationFrame(noteUnseen);
  };
  const isIn = (inner: DOMRectReadOnly) => (outer: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  let shift = 0;
  const moved = new Set<string>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value = 0, sources = [], startTime } = entry as Shift;
      // The frame that it was painted in, and the one before.
      const places = unseen
        .filter(({ at }) => at <= startTime)
        .slice(-2)
        .flatMap((frame) => frame.places);
      if (sources.length > 0 && sources.every(({ previousRect }) => places.some(isIn(previousRect)))) continue;
      shift += value;
      for (const { previousRect, currentRect } of sources) moved.add(nameAt(previousRect, currentRect));
    }
  });
  observer.observe({ type: 'layout-shift' });
  const heights = widgets.map(() => 0);
  const sticking = widgets.map(() => false);
  const look = async () => {
    await frames();
    for (const [at, section] of sections().entries()) {
      heights[at] = Math.max(heights[at] ?? 0, section?.getBoundingClientRect().height ?? 0);
      sticking[at] ||=
        !section || section.scrollWidth > section.clientWidth || section.scrollHeight > section.clientHeight;
    }
  };
  const inState = (state: (part: Part) => string) => () =>
    widgets.every((widget, at) => {
      const part = played[at];
      return !!part && widget.matches(`:state(${state(part)})`);
    });
  noteUnseen();
  await look();
  globalThis.release('actions');
  await until(
    'ready',
    inState(() => 'ready'),
  );
  await look();
  for (const widget of [document.querySelector('rewards-member'), ...widgets]) {
    const input = widget?.shadowRoot?.querySelector<HTMLInputElement>('#member');
    if (!input) continue;
    input.value = '12345678901234567890';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await look();
  for (const { shadowRoot } of widgets) shadowRoot?.querySelector<HTMLElement>('[part~=button]')?.click();
  await until(
    'submitting',
    inState(() => 'submitting'),
  );
  await look();
  globalThis.release('claims');
  await until(
    'the end',
    inState(({ end }) => end),
  );
  await look();
  observer.disconnect();
  isOver = true;
  return {
    shift,
    moved: [...moved].join('; '),
    cards: widgets.map((_, at) => ({ at, height: heights[at] ?? 0, overflows: !!sticking[at] })),
  };
}
