import type { DeskUser } from './desk-user.ts';
import { type BuiltFiles, builtFile } from '../common/built-page.ts';
import { LedgerError } from '../ledger/index.ts';
import type { Handler, Proxy } from '../proxy/index.ts';
import { createRouter } from './router.ts';
import type { DeskSignIn } from './link-sign-in.ts';
import { refuseCrossSite } from './cross-site.ts';
import { deskFiles } from './page-files.ts';
import { DESK_HEADERS, DeskError, problemReply } from './problem.ts';

export interface DeskOptions {
  /** The proxy, made by `createProxy` in this process. */
  proxy: Pick<Proxy, 'inside'>;
  /**
   * Returns who asks, from your own login, or null to refuse. The name appears in the audit and with decisions. It is called
   * for every request except those for the page itself, which has no data.
   */
  authorize: (request: Request) => DeskUser | null | Promise<DeskUser | null>;
  /** The path under which the desk is mounted, such as `/desk`; default: `/`. */
  mount?: string;
  /** How unknown people sign in; without it, your own login is in front of the desk. @internal */
  signIn?: DeskSignIn;
  /** The page's files, if they are not read from this package. @internal */
  files?: BuiltFiles;
  /** Epoch milliseconds; default: the server's clock. */
  now?: () => number;
}

/**
 * The owner's desk as a page with a JSON API: pending claims, search, single claims, health, numbers and export. It is
 * for the people whom `authorize` lets in. Never mount it on the public port without a login. Throws `TypeError` if the page was
 * not built, or an option is missing.
 *
 * @example
 * const desk = createDesk({ proxy, mount: '/desk', authorize: async (request) => staffOf(await session(request)) });
 * const response = await desk.fetch(request);
 */
export function createDesk(options: DeskOptions): Handler {
  const { proxy, authorize, mount = '/', signIn, files = deskFiles(), now = Date.now } = options ?? {};
  if (typeof proxy?.inside?.ledger?.list !== 'function') throw new TypeError('proxy must be what createProxy made');
  if (typeof authorize !== 'function') {
    throw new TypeError(
      'authorize is missing: it must return the name of the person who asks, or null if they may not come in',
    );
  }
  if (!files.has('index.html')) throw new TypeError('the page of the desk was not built: npm run build');
  const base = mount === '/' ? '' : `/${mount.replaceAll(/^\/+|\/+$/g, '')}`;
  const { logger } = proxy.inside;
  const route = createRouter({ inside: proxy.inside, now, signIn: signIn ?? null });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === base && base !== '') {
      return new Response(null, { status: 308, headers: { ...DESK_HEADERS, location: `${base}/` } });
    }
    if (!pathname.startsWith(`${base}/`)) throw new DeskError('not-found', 'There is nothing at this address.');
    const path = pathname.slice(base.length);
    if (!path.startsWith('/api/')) return pageFile(request, path);
    refuseCrossSite(request);
    const entered = await signIn?.answer(request, path);
    if (entered) return entered;
    const user = await authorize(request);
    if (!user) throw new DeskError('not-signed-in', 'You are not signed in at the desk.');
    return route(request, path, user);
  }

  function pageFile(request: Request, path: string): Response {
    const file = request.method === 'GET' || request.method === 'HEAD' ? builtFile(files, path) : null;
    if (!file) throw new DeskError('not-found', 'There is nothing at this address.');
    const headers = { ...DESK_HEADERS, ...Object.fromEntries(file.headers), 'cache-control': 'no-store' };
    return new Response(request.method === 'HEAD' ? null : file.body, { headers });
  }

  return Object.freeze({
    async fetch(request: Request): Promise<Response> {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof DeskError) return problemReply(error);
        const reason = error instanceof Error ? error.message : 'unknown';
        logger.error({ reason }, 'the desk could not answer');
        if (error instanceof LedgerError) {
          return problemReply(
            new DeskError('ledger-failed', 'The ledger does not answer: see Health, or run rewards doctor.'),
          );
        }
        return problemReply(new DeskError('internal', 'The desk could not answer: the log says why.'));
      }
    },
  });
}
