import { posix } from 'node:path';

/** How a page names a file of the site. `path` is the page's own below the site's root, such as `/playground/index.html`. */
export const wayTo = (file: string, path: string): string => posix.relative(posix.dirname(path), `/${file}`);
