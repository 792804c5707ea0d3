/**
 * What answers for a page of the static site, and for the playground, in a thread of its own: nothing that it computes keeps the page from
 * drawing, or from answering its visitor.
 */
import './in-page/zod-without-eval.ts';
import { expose, proxy, type ProxyMarked } from 'comlink';
import type { PageHost } from './in-page/harbour-lights.ts';
import { IN_PAGE } from './in-page/addresses.ts';
import { intercept } from './in-page/intercept.ts';
import { askedOf, type SentAnswer, sentBy, type SentRequest } from './in-page/messages.ts';
import type { Listener } from '../src/emulator/index.ts';
import type { LiveSetup } from './playground/live/backend.ts';
import type { Tell } from './playground/live/log.ts';

const thread = {
  /** Resolves once there is somebody to hear it. */
  isLoaded: () => true,

  /** The backend of the site's pages. `page` is the address of this one. */
  async harbourLights(page: string, host: PageHost & { answerForChain: SentAnswer } & ProxyMarked) {
    intercept({ below: `${IN_PAGE.chain}/`, answer: askedOf(host.answerForChain) });
    // The playground needs none of it, and `npm start` keeps the site's config to itself.
    const { openHarbourLights } = await import('./in-page/harbour-lights.ts');
    const harbourLights = await openHarbourLights(page, host);
    const { answer, answerForCommunity, answerForSite, answerAtDesk, subscribe, ...others } = harbourLights;
    return proxy({
      ...others,
      answer: sentBy(answer),
      answerForCommunity: sentBy(answerForCommunity),
      answerForSite: sentBy(answerForSite),
      answerAtDesk: sentBy(answerAtDesk),
      subscribe: (listener: Listener & ProxyMarked) => proxy(subscribe(listener)),
    });
  },

  /** The backend of the playground. */
  async openLive(setup: LiveSetup, tell: Tell & ProxyMarked) {
    const { openLive } = await import('./playground/live/backend.ts');
    const live = openLive(setup, tell);
    return proxy({
      answer: (visitor: string, request: SentRequest) => sentBy((asked) => live.answer(asked, visitor))(request),
      memberToken: (visitor: string) => live.memberToken(visitor),
      prepare: () => live.ledger.prepare(),
    });
  },
};

export type BackendThread = typeof thread;

expose(thread);
