import type { AuditView, ClaimDetail, ClaimPage, DeskView, HealthView, SumsView } from '../api-types.ts';
import { ApiError, type DeskClient } from './desk-client.ts';
import { CodeModel } from './code-model.ts';
import { DeliveryModel } from './delivery-model.ts';
import { giveFocusBack } from './focus.ts';
import { Clock } from './format.ts';
import { titleOfFormer } from './former-title.ts';
import { GiftModel } from './gift-model.ts';
import { type Route, routeOf } from './route.ts';
import { type DaysAs, daysAsNamed, type Span, type SpanName, spanNamed, spansOf } from './span.ts';
import { store, stored } from './stored.ts';
import { TEXTS } from './texts.ts';
import { type Decisions, WaitingModel } from './waiting-model.ts';

const POLL_MS = 20_000;
/** How long a message about what was done is shown. */
const SAID_MS = 8_000;

/** The page's state, and the actions on it. Every change draws the page again. */
export class Model {
  readonly #api: DeskClient;
  readonly #draw: () => void;
  readonly waiting: WaitingModel;
  readonly gifts: GiftModel;
  readonly deliveries: DeliveryModel;
  readonly codes: CodeModel;

  route: Route = routeOf(location.hash);
  desk: DeskView | null = null;
  /** Whether the first view has loaded. Until then nothing is drawn, because parts that arrive later would move the others. */
  isOpen = false;
  clock = new Clock('UTC');
  /** Why nobody is signed in; null while somebody is, or while that is not known yet. */
  outside: 'used' | 'unknown' | 'nobody' | 'left' | null = null;
  linkPrinted = false;
  /** Whether a request is under way, and the error of the last one. */
  busy = true;
  error: string | null = null;
  /** Whether the error comes from polling: then the next poll that succeeds clears it. */
  #pollFailed = false;
  /** A message about what was done, which disappears after a moment. */
  said = '';
  #saidTimer: ReturnType<typeof setTimeout> | undefined;
  health: HealthView | null = null;
  sums: SumsView | null = null;
  span: SpanName = spanNamed(stored('span'));
  daysAs: DaysAs = daysAsNamed(stored('days-as'));
  page: ClaimPage | null = null;
  detail: ClaimDetail | null = null;
  auditPages: AuditView | null = null;
  #name = stored('name');
  #run = 0;

  constructor(api: DeskClient, draw: () => void) {
    this.#api = api;
    this.#draw = draw;
    const host = {
      load: (work: () => Promise<void>) => this.#load(work),
      draw,
      say: (text: string) => this.say(text),
      rememberName: (by: string) => this.#rememberName(by),
    };
    this.waiting = new WaitingModel(api, host);
    this.gifts = new GiftModel(api, host);
    this.deliveries = new DeliveryModel(api, host);
    this.codes = new CodeModel(api, host);
  }

  async open(): Promise<void> {
    addEventListener('hashchange', () => void this.#go());
    setInterval(() => void this.#poll(), POLL_MS);
    // Somebody comes back to a page that was in the background, maybe since the day before.
    document.addEventListener('visibilitychange', () => void this.#poll());
    const token = /^#enter=(.+)$/.exec(location.hash)?.[1];
    if (token !== undefined) {
      // Keeps the link out of the browser's history.
      history.replaceState(null, '', location.pathname);
      await this.#signIn(token);
    }
    if (this.outside === null) await this.#start();
    this.#draw();
  }

  get now(): number {
    return Date.now();
  }

  /** Who decides: known by a login, or as typed the last time. */
  get name(): string {
    return this.desk?.who ?? this.#name;
  }

  titleOf(action: string): string {
    return this.desk?.actions.find(({ name }) => name === action)?.title ?? titleOfFormer(action);
  }

  get spans(): Span[] {
    return spansOf(this.clock, this.now);
  }

  showSpan(span: SpanName): void {
    this.span = span;
    store('span', span);
    void this.#load(async () => {
      const sums = await this.#sums();
      // Another span may have been chosen meanwhile.
      if (span === this.span) this.sums = sums;
    });
  }

  showDaysAs(daysAs: DaysAs): void {
    this.daysAs = daysAs;
    store('days-as', daysAs);
    this.#draw();
  }

  say(text: string): void {
    clearTimeout(this.#saidTimer);
    if (text !== '') this.#saidTimer = setTimeout(() => this.say(''), SAID_MS);
    this.said = text;
    this.#draw();
  }

  async record(decisions: Decisions, by: string, why: string): Promise<void> {
    const isKnown = typeof this.desk?.who === 'string';
    let isRecorded = false;
    await this.#load(async () => {
      const done = await this.waiting.decide(decisions, { by: isKnown ? undefined : by, why });
      isRecorded = true;
      this.#rememberName(by);
      // The claims no longer wait, even if the refresh below fails.
      this.waiting.show(null);
      await this.#refresh();
      this.say(done);
    });
    // If it was not recorded, the form stays with the typed reason, beside the error.
    if (isRecorded && this.route.view === 'waiting') location.hash = '#/waiting';
  }

  find(text: string): void {
    if (text.trim() !== '') location.hash = `#/claims?${new URLSearchParams({ q: text.trim() })}`;
  }

  reload(): void {
    void this.#go();
  }

  /** The next page of what is shown. */
  more(): void {
    const { route, page, auditPages } = this;
    // A reply is dropped if the list is no longer shown, or has grown meanwhile.
    const isShown = () => route === this.route && page === this.page && auditPages === this.auditPages;
    const { activeElement } = document;
    const shown = document.querySelectorAll('tbody tr').length;
    const loading = this.#load(async () => {
      if (route.view === 'claims' && page?.next) {
        const next = await this.#list(new URLSearchParams([...route.query, ['after', page.next]]));
        if (!isShown()) return;
        this.page = { claims: [...page.claims, ...next.claims], next: next.next };
      } else if (route.view === 'audit' && typeof auditPages?.next === 'number') {
        const next = await this.#api.audit(auditPages.next);
        if (!isShown()) return;
        this.auditPages = { entries: [...auditPages.entries, ...next.entries], next: next.next };
      } else if (route.view === 'deliveries') await this.deliveries.more();
    });
    void loading.then(() => giveFocusBack(activeElement, document.querySelectorAll<HTMLElement>('tbody tr')[shown]));
  }

  async signOut(): Promise<void> {
    const { activeElement } = document;
    await this.#load(() => this.#api.signOut());
    if (this.error !== null) return;
    this.desk = null;
    this.outside = 'left';
    this.#draw();
    giveFocusBack(activeElement);
  }

  async printLink(): Promise<void> {
    await this.#load(() => this.#api.printLink());
    this.linkPrinted = this.error === null;
    this.#draw();
  }

  #rememberName(by: string): void {
    this.#name = by;
    store('name', by);
  }

  async #signIn(token: string): Promise<void> {
    try {
      await this.#api.signIn(token);
    } catch (error) {
      // A person who is already in needs no link.
      if (await this.#isIn()) return;
      this.outside = error instanceof ApiError && error.code === 'link-used' ? 'used' : 'unknown';
      if (error instanceof ApiError && error.code === 'offline') this.error = TEXTS.offline;
    }
  }

  async #isIn(): Promise<boolean> {
    return this.#api.desk().then(
      () => true,
      () => false,
    );
  }

  async #start(): Promise<void> {
    await this.#load(async () => {
      this.desk = await this.#api.desk();
      this.clock = new Clock(this.desk.timeZone);
    });
    if (this.desk) await this.#go();
    // Each view says how many claims wait.
    if (this.waiting.shown === null) await this.#poll();
    this.isOpen = true;
    this.#draw();
  }

  /** Shows what the address names, from its top. */
  async #go(): Promise<void> {
    const before = this.route;
    this.route = routeOf(location.hash);
    if (!this.desk) return;
    const isSame = before.view === this.route.view;
    // A message belongs to the view in which it appeared.
    if (!isSame) this.say('');
    if (!isSame || this.route.view === 'claims') this.page = null;
    // If it is the same claim, what is typed beside it stays while it loads again.
    if (this.detail?.claim.id !== claimOf(this.route)) this.detail = null;
    this.deliveries.close();
    this.codes.close();
    const run = (this.#run += 1);
    const loading = this.#load(() => this.#fetch(this.route));
    // At once: when the reply arrives, the reader may have scrolled already.
    if (!isSame) scrollTo(0, 0);
    await loading;
    if (run !== this.#run) return;
    document.title = `${titleOf(this.route)} · ${TEXTS.title}`;
    if (run > 1) document.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
  }

  /** Loads the route's data. It is dropped if the page has moved on to another route meanwhile. */
  async #fetch(route: Route): Promise<void> {
    switch (route.view) {
      case 'overview':
        await this.#refresh();
        [this.health, this.sums] = await Promise.all([this.#api.health(), this.#sums()]);
        return;
      case 'waiting':
        if (!this.waiting.shown || this.waiting.hasNewer) await this.#refresh();
        return this.#fetchClaim(route);
      case 'claims': {
        const text = route.query.get('q');
        const { hash } = location;
        const page = await this.#list(route.query);
        // `hashchange` comes a little after the address has changed, so the address itself is compared too.
        if (route !== this.route || location.hash !== hash) return;
        const [only] = page.claims;
        if (text !== null && only && page.claims.length === 1) location.replace(`#/claim/${only.id}`);
        else this.page = page;
        return;
      }
      case 'claim':
        return this.#fetchClaim(route);
      case 'give':
        return this.gifts.open();
      case 'deliveries':
        return this.deliveries.open(route.query);
      case 'code':
        return this.codes.open(route.query);
      case 'health':
        this.health = await this.#api.health();
        return;
      case 'audit':
        this.auditPages = await this.#api.audit(null);
    }
  }

  /** The claims that a search or a filter finds. */
  #list(query: URLSearchParams): Promise<ClaimPage> {
    return query.has('q') ? this.#api.search(query) : this.#api.claims(query);
  }

  /** What was given in the span that is shown. */
  async #sums(): Promise<SumsView> {
    const { count = 7, leftOut = 0 } = this.spans.find(({ name }) => name === this.span) ?? {};
    const sums = await this.#api.sums(count);
    return { ...sums, days: sums.days.slice(0, count - leftOut) };
  }

  async #fetchClaim(route: Route): Promise<void> {
    const id = claimOf(route);
    if (id === null) return;
    const detail = await this.#api.claim(id);
    if (route === this.route) this.detail = detail;
  }

  async #refresh(): Promise<void> {
    await this.waiting.refresh();
    if (this.route.view === 'claim') this.detail = await this.#api.claim(this.route.id);
  }

  /** Asks whether new claims wait, and on the overview for its figures. */
  async #poll(): Promise<void> {
    if (!this.desk || document.hidden || this.busy) return;
    const { route, span } = this;
    try {
      const waiting = await this.#api.waiting();
      const news = route.view === 'overview' ? await Promise.all([this.#api.health(), this.#sums()]) : null;
      if (this.busy) return;
      // A list that is being read must not move, so new claims are only announced there. The overview has no list.
      if (news) {
        this.waiting.show(waiting);
        [this.health] = news;
      } else this.waiting.hold(waiting);
      if (news && span === this.span) this.sums = news[1];
      if (this.#pollFailed) this.error = null;
      this.#pollFailed = false;
    } catch (error) {
      if (this.busy) return;
      this.#fail(error);
      this.#pollFailed = true;
    }
    this.#draw();
  }

  async #load(work: () => Promise<void>): Promise<void> {
    const { activeElement } = document;
    this.#pollFailed = false;
    this.busy = true;
    this.error = null;
    this.#draw();
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
    this.busy = false;
    this.#draw();
    giveFocusBack(activeElement);
    if (this.error !== null) document.querySelector('.error')?.scrollIntoView({ block: 'nearest' });
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not-signed-in') {
      this.desk = null;
      this.outside ??= 'nobody';
    } else this.error = error.code === 'offline' ? TEXTS.offline : error.message || TEXTS.failed;
  }
}

/** The id of the claim that is shown in full. */
function claimOf(route: Route): string | null {
  if (route.view === 'claim') return route.id;
  return route.view === 'waiting' && !route.together ? route.chosen : null;
}

export function titleOf(route: Route): string {
  if (route.view === 'claim') return TEXTS.views.claims;
  if (route.view === 'code') return TEXTS.code.heading;
  return route.view === 'deliveries' ? TEXTS.deliveries.heading : TEXTS.views[route.view];
}
