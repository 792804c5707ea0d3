import { proxy } from 'comlink';
import type { Listener } from '../../src/emulator/index.ts';
import { GROUND } from './addresses.ts';
import { askedOf, type Answer, type SentAnswer, sentBy } from './messages.ts';
import { once } from '../../src/common/once.ts';
import { openShelf } from './shelf.ts';
import { backendThread } from './thread.ts';
import { Turns } from './turns.ts';

/** The storage of the site's pages. It is opened in the page itself, because a worker is not told when its page is left. */
export const shelf = openShelf(GROUND);

/** The page's backend. It is by far the largest part of a page, and is loaded on first use, or once the rest is. */
export const backend = once(async () => {
  const pages = new BroadcastChannel(GROUND);
  const turns = new Turns(GROUND);
  const thread = await backendThread();
  const host = { ...shelf, told: () => tell(pages), answerForChain: sentBy(answerForChain) };
  const remote = await thread.harbourLights(document.baseURI, proxy(host));
  const inTurn =
    (answer: SentAnswer): Answer =>
    (request) =>
      turns.alone(() => askedOf(answer)(request));
  // Changes that other pages made while this one was left are loaded when somebody returns to it.
  const catchUp = () => void turns.alone(() => remote.catchUp()).catch(() => {});
  pages.addEventListener('message', catchUp);
  addEventListener('pageshow', catchUp);
  return {
    answer: inTurn(remote.answer),
    answerForCommunity: inTurn(remote.answerForCommunity),
    answerForSite: askedOf(remote.answerForSite),
    answerAtDesk: inTurn(remote.answerAtDesk),
    subscribe: (listener: Listener) => remote.subscribe(proxy(listener)),
    prepare: () => remote.prepare(),
    startOver: () => turns.alone(() => remote.startOver()),
  };
});

/** The chain lives in the page itself, where its wallet is, for as long as that does. Few pages ask for it. */
export const answerForChain: Answer = async (request) => (await import('./page-chain.ts')).answerForChain(request);

function tell(pages: BroadcastChannel): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is the origin's own, and takes none
  pages.postMessage('changed');
}
