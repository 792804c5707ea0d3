/** The parameter in which a page gets the code of a sign-in that was not in a separate window. */
const NAME = 'rewards-sign-in';

/**
 * Adds the code to the address's fragment, which is sent to no server, and to no page that is linked to. It is appended like a query, so that pages
 * that use their fragment still find their part.
 */
export function withCode(page: URL, code: string): URL {
  const address = new URL(page);
  const kept = page.hash.replace(new RegExp(`(?:^#|[?&])${NAME}=[^&]*`, 'g'), '');
  const end = kept === '' || kept === '#' ? '#' : kept.includes('?') ? `${kept}&` : `${kept}?`;
  address.hash = `${end}${NAME}=${code}`;
  return address;
}
