import { readers } from '../localization.ts';
import { noteEntries } from './note-entries.ts';

/** An element that a server drew. */
export interface ServedElement {
  readonly renderRoot: ShadowRoot;
  readonly localization: { readonly waits: boolean };
  requestUpdate(): void;
}

/**
 * Has the element draw itself in place of what a server drew, as soon as its texts are there: until then the server's are
 * better than none. `draw` draws it at once, and is told which parts the server drew. What the visitor has entered or opened,
 * and where they are, stays.
 */
export async function hydrate(element: ServedElement, draw: (parts: ReadonlySet<string>) => void): Promise<void> {
  while (element.localization.waits) await nextTexts();
  const { renderRoot } = element;
  const enterAgain = noteEntries(renderRoot);
  const parts = new Set(Array.from(renderRoot.querySelectorAll('[part]'), (node) => [...node.part]).flat());
  renderRoot.replaceChildren();
  draw(parts);
  enterAgain();
  element.requestUpdate();
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
