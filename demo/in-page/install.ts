/** Runs before a page's own script, and has the page be its own proxy and community: see `plugins/static-pages.ts`. */
import { IN_PAGE } from './addresses.ts';
import { atLeisure } from './at-leisure.ts';
import { interceptEvents } from './event-source.ts';
import { FirstViews } from './first-views.ts';
import { intercept } from './intercept.ts';
import { onceUsed } from './once-used.ts';
import { answerForChain, backend, shelf } from './page-backend.ts';

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
intercept({ below: `${IN_PAGE.chain}/`, answer: answerForChain });
interceptEvents(`${IN_PAGE.emulator}/emulator/events`, async (listener) => {
  await leisure;
  return (await backend()).subscribe(listener);
});

// Once the visitor uses the page, a press may follow, which needs the ledger.
onceUsed(() => void backend().then(({ prepare }) => prepare()));

for (const offer of document.querySelectorAll<HTMLElement>('[data-start-over]')) {
  offer.hidden = false;
  offer.querySelector('button')?.addEventListener('click', () => {
    void backend()
      .then(({ startOver }) => startOver())
      .then(() => location.reload());
  });
}
