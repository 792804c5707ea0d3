const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a `URL` is one of this machine's usual names. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The service's base address, checked: https, or http on loopback only, since the API key travels in a header.
 * It may have a path, with or without a slash at its end. Throws `TypeError` that says what to fix; the text itself is
 * never repeated, because a key or a password may have been put there by mistake.
 */
export function serviceUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new TypeError('The base URL is not a URL: write it in full, such as https://service.example');
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The base URL must not contain a user name or password: leave out what stands before the @');
  }
  if (/[?#]/.test(text))
    throw new TypeError('The base URL must not hold a query or a fragment: leave out ? or # and the rest');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new TypeError(
      'The base URL must begin with https://, because http:// is only for this machine (localhost, 127.0.0.1, [::1])',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError('The base URL must begin with https://');
  }
  return url;
}
