import { readers } from '../localization.ts';
import { saveEntries } from './save-entries.ts';
import type { Served, ServedElement } from './served.ts';

/**
 * Removes what a server drew, as soon as the element can draw itself with its texts: until then the server's content is better than nothing. The
 * visitor's input, open popovers and focus can be restored after it is drawn.
 */
export async function clearServed(element: ServedElement): Promise<Served> {
  while (element.localization.waits) await nextTexts();
  const { renderRoot } = element;
  const parts = new Set(Array.from(renderRoot.querySelectorAll('[part]'), (node) => [...node.part]).flat());
  let enterAgain: (() => void) | undefined = saveEntries(renderRoot);
  renderRoot.replaceChildren();
  return {
    parts,
    restore() {
      if (!enterAgain) return;
      enterAgain();
      enterAgain = undefined;
      element.requestUpdate();
    },
  };
}

function nextTexts(): Promise<void> {
  return new Promise((resolve) => {
    const reader = {
      requestUpdate() {
        readers.delete(reader);
        resolve();
      },
    };
    readers.add(reader);
  });
}
