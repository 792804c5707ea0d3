import { loadMessages } from '../locales/index.ts';
import { ownTexts, setTexts, tellReaders } from './localization.ts';
import type { Translation } from './messages.ts';

/**
 * Replaces some texts in a language, for every widget of the page: `registerMessages('de', { checkin: 'Moin!' })`.
 * A tag without a region (`de`) serves all regions that have no texts of their own. A page that has nothing but a script
 * tag sets `globalThis.rewardsMessages = { de: { checkin: 'Moin!' } }` before that.
 */
export function registerMessages(tag: string, texts: Translation): void {
  const own = ownTexts();
  globalThis.rewardsMessages = { ...own, [tag]: { ...own[tag], ...texts } };
  tellReaders();
}

/**
 * Loads the texts for a language tag ahead of time, for a server that renders widgets for instance. They stay English
 * where there are none in that language. Rejects where they cannot be loaded.
 */
export async function loadLocale(tag: string): Promise<void> {
  const { loadOnchainTexts } = await import('../onchain/texts.ts');
  await loadOnchainTexts(tag);
  setTexts(tag, await loadMessages(tag));
}
