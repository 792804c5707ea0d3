import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the pages, with a slash at the end. */
export const PAGES_ROOT = fileURLToPath(new URL('.', import.meta.url));

/** The pages of the static site, as paths below that folder. The documentation is built apart. */
export const PAGES = globSync(['index.html', '{demo,playground,examples}/**/index.html'], {
  cwd: PAGES_ROOT,
}).toSorted();

/** The page of all ways to tell who the member is, which asks the site's own server as well. */
export const ASKING_PAGE = 'who-is-asking.html';

/** Those of a site that is files alone: it has the owner's desk and the console, which `npm start` has at addresses of their own. */
export const STATIC_PAGES = [...PAGES, ASKING_PAGE, 'desk/index.html', 'console/index.html'];
