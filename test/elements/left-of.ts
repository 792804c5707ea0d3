/** Where the text begins that this is drawn as, from the left. */
export function leftOf(box: Element, text: string): number {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.nodeValue?.indexOf(text) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + text.length);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`There is no ${text}.`);
}
