import './zod-without-eval.ts';
import type { Emulator } from '../../src/emulator/index.ts';
import type { Handler, Logger, RewardsConfig } from '../../src/proxy/index.ts';
import { deedActions } from '../examples/deed/actions.ts';
import config from '../rewards.config.ts';
import { GROUND, IN_PAGE } from './addresses.ts';
import { openProxy } from './backend.ts';
import { breath } from './breath.ts';
import { DEED_PROOFS } from './deed-proofs.ts';
import { type KeptGround, openKeptGround } from './kept-ground.ts';
import { openShelf } from './shelf.ts';
import type { Site } from './site.ts';
import { Turns } from './turns.ts';

/** The backend of the site's pages, which all of them share. */
export interface HarbourLights {
  emulator: Emulator;
  site: Site;
  /** Answers what a page asks the proxy. */
  answer: (request: Request) => Promise<Response>;
  /** Answers what a page asks the emulator. */
  answerForCommunity: (request: Request) => Promise<Response>;
  /** Answers what the owner's desk asks, whose page is at that path, with a slash at the end. */
  answerAtDesk: (request: Request, path: string) => Promise<Response>;
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

/** The proxy of `npm start`. In place of the platform and of the site's own server are those of the page. */
export async function openHarbourLights(): Promise<HarbourLights> {
  const pages = new BroadcastChannel(GROUND);
  const turns = new Turns(GROUND);
  const ground = await openKeptGround({
    shelf: openShelf(GROUND),
    openLedger: async (options) => (await import('./page-ledger.ts')).openPageLedger(options),
    told: () => tell(pages),
  });
  const site: Site = { secret: crypto.randomUUID(), loggedIn: null };
  const env = { REWARDS_TOKEN_SECRET: site.secret, REWARDS_CHALLENGE_SECRET: crypto.randomUUID() };
  await breath();
  const proxy = openProxy(pagesOwn(config, site), ground, { env, logger });
  // What other pages do while this one is left, it hears of when somebody is back.
  const catchUp = () => void turns.alone(() => ground.catchUp()).catch(() => {});
  pages.addEventListener('message', catchUp);
  addEventListener('pageshow', catchUp);
  let desk: Promise<Handler> | null = null;
  const inTurn = (answer: () => Promise<Response>) =>
    turns.alone(async () => {
      await ground.catchUp();
      return answer();
    });
  return {
    emulator: ground.emulator,
    site,
    answer: (request) => inTurn(() => proxy.fetch(request)),
    answerForCommunity: (request) => inTurn(() => ground.emulator.fetch(request)),
    answerAtDesk: (request, path) =>
      inTurn(async () => {
        desk ??= import('./desk.ts').then(({ openDesk }) => openDesk(proxy, ground, path));
        return (await desk).fetch(request);
      }),
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

/** The config with the page's own chain, site and platform. */
function pagesOwn(whole: RewardsConfig, site: Site): RewardsConfig {
  const { signed } = whole.identity ?? {};
  const platform = {
    name: 'Harbour Lights',
    origin: IN_PAGE.proxy,
    issuer: IN_PAGE.proxy,
    pages: [`${location.origin}/*`],
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
