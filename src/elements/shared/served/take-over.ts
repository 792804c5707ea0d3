import { readers } from '../localization.ts';
import { ofDocument } from '../own-document.ts';
import type { RewardsElement } from '../rewards-element.ts';
import { blindfold, takeOffBlindfold } from './blindfold.ts';
import { noteEntries } from './note-entries.ts';

/**
 * Takes over what a server drew. Where the page has loaded Lit's support for that before the elements, the nodes stay as
 * they are, with all that was done to them; else, or where another version drew them, they are drawn anew in place, and
 * what the visitor has entered is entered again.
 *
 * Either way the first drawing knows no more than the server did, and a second one, before anybody sees the first, puts
 * in what the browser knows besides.
 */
export async function takeOver(element: RewardsElement): Promise<void> {
  // Until then the server's texts are better than none.
  await textsFor(element);
  const enterAgain = noteEntries(element.renderRoot);
  draw(element);
  takeOffBlindfold(element);
  enterAgain();
  element.requestUpdate();
  element['performUpdate']();
}

function draw(element: RewardsElement): void {
  const { renderOptions, renderRoot } = element;
  blindfold(element);
  // Lit notes where to draw, unless it will take over what is there.
  if (!renderOptions.renderBefore) {
    adoptStyles(element);
    completeMarks(renderRoot);
    try {
      return element['performUpdate']();
    } catch {
      blindfold(element);
      element.requestUpdate();
    }
  }
  renderRoot.replaceChildren();
  renderOptions.renderBefore = null;
  return element['performUpdate']();
}

async function textsFor(element: RewardsElement): Promise<void> {
  if (!element.localization.waits) return;
  await new Promise<void>((resolve) => {
    const reader = {
      requestUpdate() {
        readers.delete(reader);
        resolve();
      },
    };
    readers.add(reader);
  });
  await textsFor(element);
}

/**
 * Puts a text, of no length, wherever the server had nothing to say: Lit would look for one there as soon as there is
 * something. Where those who compress pages have dropped all marks, one that fits nothing tells Lit so.
 */
function completeMarks(root: ShadowRoot): void {
  const marks: Comment[] = [];
  const walker = ofDocument('createTreeWalker')?.call(document, root, NodeFilter.SHOW_COMMENT);
  while (walker?.nextNode()) {
    const { currentNode } = walker;
    if (currentNode instanceof Comment && currentNode.data.startsWith('lit-part')) marks.push(currentNode);
  }
  for (const mark of marks) {
    const { nextSibling } = mark;
    if (nextSibling instanceof Comment && nextSibling.data === '/lit-part') mark.after('');
  }
  if (marks.length === 0) root.append(new Comment('lit-part'));
}

/** A page's policy may have kept out those that the server wrote; and Lit trusts in them. */
function adoptStyles({ constructor: { elementStyles }, renderRoot }: RewardsElement): void {
  const sheets = elementStyles.flatMap((style) => (style instanceof CSSStyleSheet ? style : (style.styleSheet ?? [])));
  renderRoot.adoptedStyleSheets.unshift(...sheets);
}
