import { type Localization, PATIENCE_MS, tellReaders } from '../shared/localization.ts';
import { type OnchainMessages, onchainEnglish } from './messages.ts';

/** Texts by language tag, as pages write it. Null while they are being loaded and are worth waiting for. */
const tables = new Map<string, Partial<OnchainMessages> | null>();

/** The same texts with those that this element alone has. Loads them, if need be, and tells all readers when they are here. */
export function withOnchainTexts(localization: Localization, tag: string): Localization {
  if (!/^en(-\w\w)?$/i.test(tag) && !tables.has(tag)) {
    tables.set(tag, null);
    setTimeout(() => tables.get(tag) ?? setOnchainTexts(tag), PATIENCE_MS);
    void loadOnchainTexts(tag).catch(() => setOnchainTexts(tag));
  }
  const table = tables.get(tag);
  return { ...localization, texts: { ...table, ...localization.texts }, waits: localization.waits || table === null };
}

/** Loads the texts for a language tag. They stay English where there are none. Rejects where they cannot be loaded. */
export async function loadOnchainTexts(tag: string): Promise<void> {
  const { loadOnchainMessages } = await import('./locales/index.ts');
  setOnchainTexts(tag, await loadOnchainMessages(tag));
}

/** All texts of the element in the language. */
export const onchainTexts = ({ texts }: Localization): OnchainMessages => ({ ...onchainEnglish, ...texts });

function setOnchainTexts(tag: string, texts: Partial<OnchainMessages> = {}): void {
  tables.set(tag, texts);
  tellReaders();
}
