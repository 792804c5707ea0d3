import './zod-without-eval.ts';
import type { Listener } from '../../src/emulator/index.ts';
import type { Handler, Logger, RewardsConfig } from '../../src/proxy/index.ts';
import { deedActions } from '../examples/deed/actions.ts';
import config from '../rewards.config.ts';
import { GROUND, IN_PAGE } from './addresses.ts';
import { openProxy } from './backend.ts';
import { DEED_PROOFS } from './deed-proofs.ts';
import { openKeptGround } from './kept-ground.ts';
import type { Answer } from './messages.ts';
import type { Shelf } from './shelf.ts';
import { answerForSite, type Site } from './site.ts';

/** What the backend needs from its page. */
export interface PageHost extends Shelf {
  /** Called after each change of what is stored. */
  told(): void;
}

/** The backend of the site's pages, which all of them share. The page has to make sure that only one of them uses it at a time. */
export interface HarbourLights {
  /** Answers what a page asks the proxy. */
  answer: Answer;
  /** Answers what a page asks the emulator. */
  answerForCommunity: Answer;
  /** Answers what a page asks its own site's server. */
  answerForSite: Answer;
  /** Answers what the owner's desk asks, if that is the page. */
  answerAtDesk: Answer;
  /** Subscribes to the emulator's events. Returns a function that unsubscribes. */
  subscribe: (listener: Listener) => () => void;
  /** Loads what other pages of the site have changed since. */
  catchUp: () => Promise<void>;
  /** Loads what a claim needs. */
  prepare: () => Promise<void>;
  /** Resets community and claims. */
  startOver: () => Promise<void>;
}

/** The owner's log is in the console, for any visitor. */
const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.debug(message, details),
  error: (details, message) => console.debug(message, details),
};

/** The proxy of `npm start`. In place of the platform and of the site's own server are those of the page, whose address `page` is. */
export async function openHarbourLights(page: string, host: PageHost): Promise<HarbourLights> {
  const ground = await openKeptGround({
    shelf: host,
    openLedger: async (options) => (await import('./page-ledger.ts')).openPageLedger(options),
    told: () => host.told(),
  });
  const site: Site = { secret: crypto.randomUUID(), loggedIn: null };
  const env = { REWARDS_TOKEN_SECRET: site.secret, REWARDS_CHALLENGE_SECRET: crypto.randomUUID() };
  const proxy = openProxy(pagesOwn(config, site, page), ground, { env, logger });
  let desk: Promise<Handler> | null = null;
  const caughtUp =
    (answer: Answer): Answer =>
    async (request) => {
      await ground.catchUp();
      return answer(request);
    };
  return {
    answer: caughtUp((request) => proxy.fetch(request)),
    answerForCommunity: caughtUp((request) => ground.emulator.fetch(request)),
    answerForSite: (request) => answerForSite(request, site, ground.emulator),
    answerAtDesk: caughtUp(async (request) => {
      desk ??= import('./desk.ts').then(({ openDesk }) => openDesk(proxy, ground, new URL('./', page).pathname));
      return (await desk).fetch(request);
    }),
    subscribe: (listener) => ground.emulator.subscribe(listener),
    catchUp: () => ground.catchUp(),
    prepare: () => ground.ledger.prepare(),
    async startOver() {
      await ground.catchUp();
      await ground.startOver();
    },
  };
}

/** The config with the page's own chain, site and platform. The page that asks that lies at the site's root. */
function pagesOwn(whole: RewardsConfig, site: Site, page: string): RewardsConfig {
  const { signed } = whole.identity ?? {};
  const platform = {
    name: 'Harbour Lights',
    origin: IN_PAGE.proxy,
    issuer: IN_PAGE.proxy,
    pages: [new URL('*', page).href],
    clientId: GROUND,
    clientSecret: GROUND,
    secrets: [site.secret],
  };
  return {
    ...whole,
    actions: { ...whole.actions, ...deedActions(DEED_PROOFS) },
    identity: { signed, session: () => site.loggedIn, platform },
  };
}
