/** The name under which a page that asked for a sign-in gets its code, where that did not happen in a window of its own. */
const NAME = 'rewards-sign-in';

/**
 * The address with the code in its fragment, which no server is told of, and no page that is linked to. It stands there like
 * a query at the end, which leaves pages that go by their fragment what they go by.
 */
export function withCode(page: URL, code: string): URL {
  const address = new URL(page);
  const kept = page.hash.replace(new RegExp(`(?:^#|[?&])${NAME}=[^&]*`, 'g'), '');
  const end = kept === '' || kept === '#' ? '#' : kept.includes('?') ? `${kept}&` : `${kept}?`;
  address.hash = `${end}${NAME}=${code}`;
  return address;
}
