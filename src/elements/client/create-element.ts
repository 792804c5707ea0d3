/** A new element. An element of the page may be named `createElement`, and would be found first in the document. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  type Create = (this: Document, tag: Tag) => HTMLElementTagNameMap[Tag];
  const create: Create = Reflect.get(Document.prototype, 'createElement');
  return create.call(document, tag);
}
