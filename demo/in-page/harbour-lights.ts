import './zod-without-eval.ts';
import type { Listener } from '../../src/emulator/index.ts';
import type { Handler, Logger, RewardsConfig } from '../../src/proxy/index.ts';
import { deedActions } from '../examples/deed/actions.ts';
import config from '../rewards.config.ts';
import { GROUND, IN_PAGE } from './addresses.ts';
import { openProxy } from './backend.ts';
import { DEED_PROOFS } from './deed-proofs.ts';
import { type KeptGround, openKeptGround } from './kept-ground.ts';
import type { Answer } from './messages.ts';
import { openShelf } from './shelf.ts';
import { answerForSite, type Site } from './site.ts';
import { Turns } from './turns.ts';

/** The backend of the site's pages, which all of them share. */
export interface HarbourLights {
  /** Answers what a page asks the proxy. */
  answer: Answer;
  /** Answers what a page asks the emulator. */
  answerForCommunity: Answer;
  /** Answers what a page asks its own site's server. */
  answerForSite: Answer;
  /** Answers what the owner's desk asks, if that is the page. */
  answerAtDesk: Answer;
  /** Has the emulator's events told. Returns how to end it. */
  subscribe: (listener: Listener) => () => void;
  /** Loads what a claim needs. */
  prepare: () => Promise<void>;
  /** Community and claims as at the beginning. */
  startOver: () => Promise<void>;
}

/** What a page's owner would read is there for any visitor. */
const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.debug(message, details),
  error: (details, message) => console.debug(message, details),
};

/** The proxy of `npm start`. In place of the platform and of the site's own server are those of the page, whose address `page` is. */
export async function openHarbourLights(page: string): Promise<HarbourLights> {
  const pages = new BroadcastChannel(GROUND);
  const turns = new Turns(GROUND);
  const ground = await openKeptGround({
    shelf: openShelf(GROUND),
    openLedger: async (options) => (await import('./page-ledger.ts')).openPageLedger(options),
    told: () => tell(pages),
  });
  const site: Site = { secret: crypto.randomUUID(), loggedIn: null };
  const env = { REWARDS_TOKEN_SECRET: site.secret, REWARDS_CHALLENGE_SECRET: crypto.randomUUID() };
  const proxy = openProxy(pagesOwn(config, site, page), ground, { env, logger });
  // What other pages do while this one is left, it hears of when somebody is back.
  const catchUp = () => void turns.alone(() => ground.catchUp()).catch(() => {});
  pages.addEventListener('message', catchUp);
  addEventListener('pageshow', catchUp);
  let desk: Promise<Handler> | null = null;
  const inTurn =
    (answer: Answer): Answer =>
    (request) =>
      turns.alone(async () => {
        await ground.catchUp();
        return answer(request);
      });
  return {
    answer: inTurn((request) => proxy.fetch(request)),
    answerForCommunity: inTurn((request) => ground.emulator.fetch(request)),
    answerForSite: (request) => answerForSite(request, site, ground.emulator),
    answerAtDesk: inTurn(async (request) => {
      desk ??= import('./desk.ts').then(({ openDesk }) => openDesk(proxy, ground, new URL(page).pathname));
      return (await desk).fetch(request);
    }),
    subscribe: (listener) => ground.emulator.subscribe(listener),
    prepare: () => ground.ledger.prepare(),
    startOver: () => turns.alone(() => startOver(ground)),
  };
}

function tell(pages: BroadcastChannel): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is the origin's own, and takes none
  pages.postMessage('changed');
}

async function startOver(ground: KeptGround): Promise<void> {
  await ground.catchUp();
  await ground.startOver();
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
