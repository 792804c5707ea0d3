import { type Localization, PATIENCE_MS, tellReaders } from '../shared/localization.ts';
import { type OnchainMessages, onchainEnglish } from './messages.ts';

/** Texts by language tag, as pages write it. Null while a table is being loaded and should be waited for. */
const tables = new Map<string, Partial<OnchainMessages> | null>();

/** The same texts together with those of this element. Loads them if necessary, and then informs all readers. */
export function withOnchainTexts(localization: Localization, tag: string): Localization {
  if (!/^en(-\w\w)?$/i.test(tag) && !tables.has(tag)) {
    tables.set(tag, null);
    setTimeout(() => tables.get(tag) ?? setOnchainTexts(tag), PATIENCE_MS);
    void loadOnchainTexts(tag).catch(() => setOnchainTexts(tag));
  }
  const table = tables.get(tag);
  return { ...localization, texts: { ...table, ...localization.texts }, waits: localization.waits || table === null };
}

/** Loads the texts for a language tag. They stay English if there are none. Rejects if they cannot be loaded. */
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
