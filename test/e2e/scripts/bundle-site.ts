import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { BUNDLES } from '../../support/pages/bundles.ts';
import { fileAt, serve } from '../../support/http/serve.ts';

/** Tells the site that the visitor has come back to the page, and whether the browser had kept it. */
const TELL_OF_RETURN = `<script>
  addEventListener('pageshow', ({ persisted }) => {
    const [{ type }] = performance.getEntriesByType('navigation');
    if (persisted || type === 'back_forward') fetch('/returned/' + persisted, { method: 'POST' });
  });
</script>`;

/** A site that has its elements by script tags, as they are built. Any page but `/widget` is empty. Its proxy answers as the test says. */
export class BundleSite {
  /** By method and path below the proxy's mount. They are told the query, with its question mark. */
  answers: Record<string, (query: string) => object> = {};
  readonly #page: string;
  readonly #returns = new EventEmitter<{ return: [kept: boolean] }>();

  /** `bundles` are the names of the scripts, in their order. */
  constructor(bundles: readonly string[], content: string) {
    const scripts = bundles.map((name) => `<script type="module" src="/cdn/${name}.js"></script>`);
    this.#page = scripts.join('') + content;
  }

  /** Gives the site's address, without a slash at the end. */
  async open(t: TestContext): Promise<string> {
    const { url, close } = await serve((request, response) => void this.#answer(request, response));
    t.after(close);
    return url;
  }

  /** Waits until the visitor comes back to a page. Tells whether the browser had kept it. */
  async visitorReturns(): Promise<boolean> {
    const [kept] = await once(this.#returns, 'return');
    return kept;
  }

  async #answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(url, 'http://site');
    if (pathname.startsWith('/cdn/')) {
      const bundle = await fileAt(BUNDLES, pathname.slice('/cdn'.length));
      if (!bundle) return void response.writeHead(404).end();
      response.setHeader('content-type', bundle.type).end(bundle.body);
    } else if (pathname.startsWith('/rewards/')) {
      const answer = this.answers[`${method} ${pathname.slice('/rewards'.length)}`]?.(search) ?? {};
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    } else if (pathname.startsWith('/returned/')) {
      this.#returns.emit('return', pathname === '/returned/true');
      response.end();
    } else {
      const page = `<!doctype html><title>A page</title>${TELL_OF_RETURN}${pathname === '/widget' ? this.#page : ''}`;
      response.setHeader('content-type', 'text/html').end(page);
    }
  }
}
