/** Runs before a page's own script, and has the page be its own proxy and community: see `static-pages-plugin.ts`. */
import { IN_PAGE } from './addresses.ts';
import { interceptEvents } from './event-source.ts';
import { intercept } from './intercept.ts';
import { onceUsed } from './once-used.ts';

/** What answers for the page. */
export const backend = import('./harbour-lights.ts').then(({ openHarbourLights }) => openHarbourLights());

intercept({ below: `${IN_PAGE.proxy}/`, answer: async (request) => (await backend).answer(request) });
intercept({
  below: `${IN_PAGE.emulator}/emulator/`,
  answer: async (request) => (await backend).answerForCommunity(request),
});
intercept({
  below: `${IN_PAGE.chain}/`,
  answer: async (request) => (await import('./page-chain.ts')).answerForChain(request),
});
interceptEvents(`${IN_PAGE.emulator}/emulator/events`, async (listener) =>
  (await backend).emulator.subscribe(listener),
);

// Whoever uses the page may soon press a button, which needs the ledger.
onceUsed(() => void backend.then(({ prepare }) => prepare()));

for (const offer of document.querySelectorAll<HTMLElement>('[data-start-over]')) {
  offer.hidden = false;
  offer.querySelector('button')?.addEventListener('click', () => {
    void backend.then(({ startOver }) => startOver()).then(() => location.reload());
  });
}
