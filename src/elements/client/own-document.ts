/**
 * What the document has under that name by itself: elements of the page that have it as their name would come first.
 * Undefined on a server, which has no document.
 */
export function ofDocument<Name extends keyof Document>(name: Name): Document[Name] | undefined {
  return globalThis.Document && Reflect.get(Document.prototype, name, document);
}
