import { isRecord } from '../../src/contract/guard.ts';

/** The element of a page that holds them, as JSON. */
export const FIRST_VIEWS = 'first-views';

/**
 * The proxy's replies on actions for visitors who have claimed nothing yet, by path, recorded when the page was built. With them a new
 * visitor's widgets work before the page's own proxy is loaded.
 */
export class FirstViews {
  readonly #views: ReadonlyMap<string, unknown>;
  readonly #untouched: () => Promise<boolean>;
  #over = false;

  /** `untouched` resolves with whether nothing was claimed yet. */
  constructor(untouched: () => Promise<boolean>, page: Document = document) {
    const views: unknown = JSON.parse(page.getElementById(FIRST_VIEWS)?.textContent || '{}');
    this.#views = new Map(isRecord(views) ? Object.entries(views) : []);
    this.#untouched = untouched;
  }

  get size(): number {
    return this.#views.size;
  }

  /** The reply to a request below that address; null where the proxy has to be asked, for this request and all later ones. */
  async answer(request: Request, below: string): Promise<Response | null> {
    const body = this.#over || request.method !== 'GET' ? undefined : this.#bodyFor(request.url.slice(below.length));
    if (body !== undefined && (await this.#untouched())) return Response.json(body);
    this.#over = true;
    return null;
  }

  #bodyFor(path: string): unknown {
    const query = /^\/batch\?(.*)$/s.exec(path)?.[1];
    if (query === undefined) return this.#views.get(path);
    const paths = new URLSearchParams(query).getAll('path');
    if (!paths.every((one) => this.#views.has(one))) return undefined;
    return { replies: paths.map((one) => ({ status: 200, body: this.#views.get(one) })) };
  }
}
