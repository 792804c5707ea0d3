import type { AuditView, ClaimDetail, ClaimPage, DeskView, HealthView, SumsView } from '../api-types.ts';
import { ApiError, type DeskClient } from './desk-client.ts';
import { CodeModel } from './code-model.ts';
import { DeliveryModel } from './delivery-model.ts';
import { giveFocusBack } from './focus.ts';
import { Clock } from './format.ts';
import { titleOfFormer } from './former-title.ts';
import { GiftModel } from './gift-model.ts';
import { type Route, routeOf } from './route.ts';
import { storedName, storeName } from './stored-name.ts';
import { TEXTS } from './texts.ts';
import { type Decisions, WaitingModel } from './waiting-model.ts';

const LOOK_MS = 20_000;
/** How long the page says what was done. */
const SAID_MS = 8_000;

/** What the page knows, and what can be done on it. Each change draws the page anew. */
export class Model {
  readonly #api: DeskClient;
  readonly #draw: () => void;
  readonly waiting: WaitingModel;
  readonly gifts: GiftModel;
  readonly deliveries: DeliveryModel;
  readonly codes: CodeModel;

  route: Route = routeOf(location.hash);
  desk: DeskView | null = null;
  /** Whether there is something to show: what is drawn in parts moves what is there already. */
  isOpen = false;
  clock = new Clock('UTC');
  /** Why nobody is in; null while somebody is, or that is not known yet. */
  outside: 'used' | 'unknown' | 'nobody' | 'left' | null = null;
  linkPrinted = false;
  /** Whether what the route shows is being fetched, and why it could not be. */
  busy = true;
  error: string | null = null;
  /** Whether the error is of a look that the page took by itself: the next look that is answered clears it. */
  #isAway = false;
  /** What was done, for a moment. */
  said = '';
  #saidTimer: ReturnType<typeof setTimeout> | undefined;
  health: HealthView | null = null;
  sums: SumsView | null = null;
  days = 7;
  asTable = false;
  page: ClaimPage | null = null;
  detail: ClaimDetail | null = null;
  auditPages: AuditView | null = null;
  #name = storedName();
  #run = 0;

  constructor(api: DeskClient, draw: () => void) {
    this.#api = api;
    this.#draw = draw;
    const host = {
      load: (work: () => Promise<void>) => this.#load(work),
      draw,
      say: (text: string) => this.say(text),
      named: (by: string) => this.#keepName(by),
    };
    this.waiting = new WaitingModel(api, host);
    this.gifts = new GiftModel(api, host);
    this.deliveries = new DeliveryModel(api, host);
    this.codes = new CodeModel(api, host);
  }

  async open(): Promise<void> {
    addEventListener('hashchange', () => void this.#go());
    setInterval(() => void this.#look(), LOOK_MS);
    // Somebody comes back to it, maybe in the morning.
    document.addEventListener('visibilitychange', () => void this.#look());
    const token = /^#enter=(.+)$/.exec(location.hash)?.[1];
    if (token !== undefined) {
      // A used link has no place in the browser's history.
      history.replaceState(null, '', location.pathname);
      await this.#enter(token);
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

  showDays(days: number): void {
    this.days = days;
    void this.#load(async () => {
      const sums = await this.#api.sums(days);
      // Another span may have been chosen meanwhile.
      if (days === this.days) this.sums = sums;
    });
  }

  showTable(asTable: boolean): void {
    this.asTable = asTable;
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
      this.#keepName(by);
      // What is decided waits no more, also where nobody answers what does.
      this.waiting.show(null);
      await this.#refresh();
      this.say(done);
    });
    // Where it is not known to be recorded, the reason that was typed is needed still, and the error tells of it.
    if (isRecorded && this.route.view === 'waiting') location.hash = '#/waiting';
  }

  find(text: string): void {
    if (text.trim() !== '') location.hash = `#/claims?${new URLSearchParams({ q: text.trim() })}`;
  }

  again(): void {
    void this.#go();
  }

  /** The next page of what is shown. */
  more(): void {
    const { route, page, auditPages } = this;
    // What comes for a list that is shown no more, or has grown meanwhile, is dropped.
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

  async leave(): Promise<void> {
    const { activeElement } = document;
    await this.#load(() => this.#api.leave());
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

  #keepName(by: string): void {
    this.#name = by;
    storeName(by);
  }

  async #enter(token: string): Promise<void> {
    try {
      await this.#api.enter(token);
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
    this.isOpen = true;
    this.#draw();
  }

  /** Shows what the address names, from its top. */
  async #go(): Promise<void> {
    const before = this.route;
    this.route = routeOf(location.hash);
    if (!this.desk) return;
    const isSame = before.view === this.route.view;
    // What was said belongs to the view in which it was done.
    if (!isSame) this.say('');
    if (!isSame || this.route.view === 'claims') this.page = null;
    // What is typed beside a claim stays while that is looked up again.
    if (this.detail?.claim.id !== claimOf(this.route)) this.detail = null;
    this.deliveries.leave();
    this.codes.leave();
    const run = (this.#run += 1);
    const loading = this.#load(() => this.#fetch(this.route));
    // At once: what comes later takes nobody back who reads on, or presses something, meanwhile.
    if (!isSame) scrollTo(0, 0);
    await loading;
    if (run !== this.#run) return;
    document.title = `${titleOf(this.route)} · ${TEXTS.title}`;
    if (run > 1) document.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
  }

  /** What comes for a route that was left meanwhile is dropped. */
  async #fetch(route: Route): Promise<void> {
    switch (route.view) {
      case 'overview':
        await this.#refresh();
        [this.health, this.sums] = await Promise.all([this.#api.health(), this.#api.sums(this.days)]);
        return;
      case 'waiting':
        if (!this.waiting.shown || this.waiting.hasNewer) await this.#refresh();
        return this.#fetchClaim(route);
      case 'claims': {
        const text = route.query.get('q');
        const { hash } = location;
        const page = await this.#list(route.query);
        // The page hears of another address only after somebody went there.
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

  /** What was looked for, or what a filter takes. */
  #list(query: URLSearchParams): Promise<ClaimPage> {
    return query.has('q') ? this.#api.search(query) : this.#api.claims(query);
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

  /** Looks from time to time whether anything new waits, and whether what the overview says still holds. */
  async #look(): Promise<void> {
    if (!this.desk || document.hidden || this.busy) return;
    const { route, days } = this;
    try {
      const waiting = await this.#api.waiting();
      const news = route.view === 'overview' ? await Promise.all([this.#api.health(), this.#api.sums(days)]) : null;
      if (this.busy) return;
      // A list that is being read does not move; the overview has none.
      if (news) {
        this.waiting.show(waiting);
        [this.health] = news;
      } else this.waiting.hold(waiting);
      if (news && days === this.days) this.sums = news[1];
      if (this.#isAway) this.error = null;
      this.#isAway = false;
    } catch (error) {
      if (this.busy) return;
      this.#fail(error);
      this.#isAway = true;
    }
    this.#draw();
  }

  async #load(work: () => Promise<void>): Promise<void> {
    const { activeElement } = document;
    this.#isAway = false;
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

/** The one claim that is shown with all that is known of it. */
function claimOf(route: Route): string | null {
  if (route.view === 'claim') return route.id;
  return route.view === 'waiting' && !route.together ? route.chosen : null;
}

export function titleOf(route: Route): string {
  if (route.view === 'claim') return TEXTS.views.claims;
  if (route.view === 'code') return TEXTS.code.heading;
  return route.view === 'deliveries' ? TEXTS.deliveries.heading : TEXTS.views[route.view];
}
