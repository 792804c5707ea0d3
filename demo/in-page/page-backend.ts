import { proxy } from 'comlink';
import { once } from '../../src/common/once.ts';
import type { Listener } from '../../src/emulator/index.ts';
import { askedOf, type Answer, sentBy } from './messages.ts';
import { backendThread } from './thread.ts';

/** What answers for the page. It is the largest part of a page by far, and is loaded when it is asked for, or once the rest is. */
export const backend = once(async () => {
  const thread = await backendThread();
  const remote = await thread.harbourLights(document.baseURI, proxy(sentBy(answerForChain)));
  const { prepare, startOver, subscribe } = remote;
  return {
    answer: askedOf(remote.answer),
    answerForCommunity: askedOf(remote.answerForCommunity),
    answerForSite: askedOf(remote.answerForSite),
    answerAtDesk: askedOf(remote.answerAtDesk),
    subscribe: (listener: Listener) => subscribe(proxy(listener)),
    prepare: () => prepare(),
    startOver: () => startOver(),
  };
});

/** The chain lives in the page itself, where its wallet is, for as long as that does. Few pages ask for it. */
export const answerForChain: Answer = async (request) => (await import('./page-chain.ts')).answerForChain(request);
