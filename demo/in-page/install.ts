/** Runs before a page's own script, and has the page be its own proxy and community: see `plugins/static-pages.ts`. */
import { once } from '../../src/common/once.ts';
import { GROUND, IN_PAGE } from './addresses.ts';
import { atLeisure } from './at-leisure.ts';
import { breath } from './breath.ts';
import { interceptEvents } from './event-source.ts';
import { FirstViews } from './first-views.ts';
import { intercept } from './intercept.ts';
import { onceUsed } from './once-used.ts';
import { openShelf } from './shelf.ts';

/** The parts of the backend, in the order in which they need each other. */
const PARTS = [
  () => import('./zod-without-eval.ts'),
  () => import('../../src/emulator/index.ts'),
  () => import('../../src/service/index.ts'),
  () => import('../../src/proxy/config/config.ts'),
  () => import('../../src/proxy/index.ts'),
];

/** What answers for the page. It is the largest part of a page by far, and is loaded when it is asked for, or once the rest is. */
export const backend = once(async () => {
  /* oxlint-disable no-await-in-loop -- the page draws, and answers its visitor, between one part and the next */
  for (const part of PARTS) {
    await part();
    await breath();
  }
  /* oxlint-enable no-await-in-loop */
  return (await import('./harbour-lights.ts')).openHarbourLights();
});

const shelf = openShelf(GROUND);
const firstViews = new FirstViews(async () => (await shelf.read().catch(() => null)) === undefined);
const leisure = new Promise<void>((resolve) => {
  if (firstViews.size > 0) atLeisure(resolve);
  else resolve();
});
void leisure.then(backend);

intercept({
  below: `${IN_PAGE.proxy}/`,
  answer: async (request) =>
    (await firstViews.answer(request, `${IN_PAGE.proxy}/rewards`)) ?? (await backend()).answer(request),
});
intercept({
  below: `${IN_PAGE.emulator}/emulator/`,
  answer: async (request) => (await backend()).answerForCommunity(request),
});
intercept({
  below: `${IN_PAGE.chain}/`,
  answer: async (request) => (await import('./page-chain.ts')).answerForChain(request),
});
interceptEvents(`${IN_PAGE.emulator}/emulator/events`, async (listener) => {
  await leisure;
  return (await backend()).emulator.subscribe(listener);
});

// The visitor may soon press a button, which needs the ledger.
onceUsed(() => void backend().then(({ prepare }) => prepare()));

for (const offer of document.querySelectorAll<HTMLElement>('[data-start-over]')) {
  offer.hidden = false;
  offer.querySelector('button')?.addEventListener('click', () => {
    void backend()
      .then(({ startOver }) => startOver())
      .then(() => location.reload());
  });
}
