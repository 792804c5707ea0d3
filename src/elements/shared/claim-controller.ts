import type { ReactiveController } from 'lit';
import { ClaimFlow } from '../client/claim-flow.ts';
import { loadPart } from '../client/load-part.ts';
import { ofDocument } from '../client/own-document.ts';
import { SHARED } from './member-store.ts';
import type { ClaimHost, ClaimParts, Shown } from './types.ts';

/** What may make a widget stale. Pages that come back from the browser's cache become visible, too. */
const WAKING = ['online', 'visibilitychange', 'storage', SHARED];

/**
 * The claim of one widget. Removal from the page ends what is under way, a move within it does not. A page that was left
 * open is refreshed, without a word, when the visitor or the connection comes back.
 */
export class ClaimController extends ClaimFlow<ClaimParts> implements ReactiveController, Shown {
  declare readonly site: ClaimHost;
  /** What is drawn once somebody has turned to the widget, when that is loaded. */
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
    queueMicrotask(() => {
      if (!this.site.isConnected) this.run.abort();
    });
  }

  /** Hears of the member's id from other widgets, and of what may have made this one stale. */
  handleEvent(event: Event): void {
    // What other tabs say comes while this one is hidden.
    if (!ofDocument('hidden') || event.type === 'storage') void this.prepare(event);
  }

  changed(): void {
    this.site.requestUpdate();
  }

  /** Claims for the member that the site knows, or the visitor named. */
  async claim(): Promise<void> {
    const signal = this.begin('submitting');
    await (await this.need(signal))?.begin(signal);
  }

  /** Loads what it takes to claim, because of an event that may have made the widget stale. */
  readonly prepare = (event?: Event): Promise<ClaimParts | undefined> =>
    loadPart(() => import('./claiming/claiming.ts'))
      .then((part) => part.claimingOf(this, event))
      .catch(() => undefined);
}
