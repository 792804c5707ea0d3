/**
 * A backend that runs in the browser: proxy, ledger (SQLite as WebAssembly) and emulated community, so that the site works as plain
 * files on any server. Browser only. Imports the proxy, the ledger, the service client and the emulator, and runs in a worker of the page
 * (`../backend-worker.ts`). The page's own side of it is imported by itself: `install.ts`, and what that and the playground need.
 *
 * Decisions. Only `fetch` and `EventSource` for exactly its addresses are answered so; by a worker of the page's own, since a slow phone
 * would stand still for half a second while all of that starts; and by no service worker, which would outlive the page and need a second
 * visit. What the proxy says to visitors who have claimed nothing is written into a page when it is built (`first-views.ts`): the backend
 * is four times as large as all the rest, and comes once that is loaded, or somebody presses.
 * The ledger's SQLite is loaded when something was claimed, a member is known or somebody begins to use the page. The playground's
 * ledgers are in memory. Those of the site's pages are kept in the browser, in one record: claims that outlived the points of the
 * community would tell of points that are gone, and the other way round a reload would pay again.
 * Pages that are open at once take turns. The platform to sign in with is a page that takes everybody at their word; what it says is
 * handed to the proxy's own code. sql.js and not @sqlite.org/sqlite-wasm: its WASM is 336 kB instead of 406 kB (gzip), and no VFS to set up.
 */
export { type Ground, openGround, openProxy, type ProxySettings } from './backend.ts';
