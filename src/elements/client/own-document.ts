/** A page's document, with what browsers have and TypeScript does not know of yet. */
interface PageDocument extends Document {
  /** Whether the browser has prepared the page ahead, for a visitor who has not come to it yet and may never do. */
  readonly prerendering?: boolean;
}

/**
 * What the document has under that name by itself: elements of the page that have it as their name would come first.
 * Undefined on a server, which has no document.
 */
export function ofDocument<Name extends keyof PageDocument>(name: Name): PageDocument[Name] | undefined {
  return globalThis.Document && Reflect.get(Document.prototype, name, document);
}
