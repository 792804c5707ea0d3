/** A page's document, with properties that browsers have and TypeScript does not know yet. */
interface PageDocument extends Document {
  /** Whether the browser has prerendered the page, for a visitor who has not come to it yet and may never come. */
  readonly prerendering?: boolean;
}

/**
 * The document's own property of that name: elements of the page with the same name would be found first. Undefined on a server, which has no
 * document.
 */
export function ofDocument<Name extends keyof PageDocument>(name: Name): PageDocument[Name] | undefined {
  return globalThis.Document && Reflect.get(Document.prototype, name, document);
}
