/** The files of a page by their paths, such as `index.html`, as the build makes them. */
export type BuiltFiles = ReadonlyMap<string, string>;

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** The file at a path (`/` is the page), with a policy that forbids loading anything from elsewhere; null if there is no such file. */
export function builtFile(files: BuiltFiles, path: string): Response | null {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const file = files.get(name);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  return file === undefined || type === undefined
    ? null
    : new Response(file, { headers: { ...HEADERS, 'content-type': type } });
}
