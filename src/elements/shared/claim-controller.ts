import type { ReactiveController } from 'lit';
import { ClaimFlow } from '../client/claim-flow.ts';
import { loadPart } from '../client/load-part.ts';
import { ofDocument } from '../client/own-document.ts';
import { SHARED } from './member-store.ts';
import type { ClaimHost, ClaimParts, Shown } from './types.ts';

/** Events after which a widget may be stale. */
const WAKING = ['online', 'visibilitychange', 'pageshow', 'storage', SHARED];

/**
 * The claim of one widget. Removal from the page aborts the current run; a move within the page does not. A page that was left open is refreshed
 * silently when the visitor or the connection comes back.
 */
export class ClaimController extends ClaimFlow<ClaimParts> implements ReactiveController, Shown {
  declare readonly site: ClaimHost;
  /** What is drawn after somebody has used the widget, as soon as it is loaded. */
  claiming: ClaimParts | undefined;

  constructor(host: ClaimHost) {
    super(host);
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of WAKING) addEventListener(type, this);
    if (this.run.signal.aborted) void this.load();
  }

  hostDisconnected(): void {
    for (const type of WAKING) removeEventListener(type, this);
    // Turbo has an element that it carries to the next page out of both for a moment.
    setTimeout(() => {
      if (!this.site.isConnected) this.run.abort();
    });
  }

  /** Receives the member's id from other widgets, and events after which this one may be stale. */
  handleEvent(event: Event & Partial<PageTransitionEvent>): void {
    // Each page is shown once; one that the browser has kept, again. Events from other tabs come while this one is hidden.
    if (event.persisted ?? (!ofDocument('hidden') || event.type === 'storage')) void this.prepare(event);
  }

  changed(): void {
    this.site.requestUpdate();
  }

  /** Claims for the member that the site knows, or that the visitor entered. */
  async claim(): Promise<void> {
    const signal = this.begin('submitting');
    await (await this.need(signal))?.begin(signal);
  }

  /** Loads what is needed to claim, because of an event after which the widget may be stale. */
  readonly prepare = (event?: Event): Promise<ClaimParts | undefined> =>
    loadPart(() => import('./claiming/claiming.ts'))
      .then((part) => part.claimingOf(this, event))
      .catch(() => undefined);
}
