/** A content security policy: its directives, each with the sources that it allows. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** What a page loads or asks. */
export type Directive = 'connect-src' | 'script-src';

const META = /<meta\b[^>]*>/gi;
/** Sources that let a script run wherever it comes from, if it has what they ask for. */
const BY_ITS_CONTENT = /^'(?:nonce-|sha\d+-|strict-dynamic)/i;

/** The policies that hold for a page: those of its header, and of `<meta>` tags in its HTML. */
export function policiesOf(header: string | null, html: string): Policy[] {
  const tags = (html.match(META) ?? []).filter((tag) => /http-equiv=["']?content-security-policy["'\s>]/i.test(tag));
  const texts = [...(header ?? '').split(','), ...tags.map((tag) => /\scontent=(["'])(.*?)\1/is.exec(tag)?.[2] ?? '')];
  return texts.map(parse).filter((policy) => policy.size > 0);
}

function parse(text: string): Policy {
  const policy = new Map<string, string[]>();
  for (const part of text.replaceAll('&#39;', "'").split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Of two with one name the first counts.
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/**
 * Whether browsers let a page that has the policy load or ask an address, by the rules of
 * [Content Security Policy Level 3](https://www.w3.org/TR/CSP3/#match-url-to-source-expression). A script that a nonce or a hash may
 * allow counts as allowed: its tag alone does not tell.
 */
export function isAllowed(policy: Policy, directive: Directive, address: URL, page: URL): boolean {
  const sources =
    (directive === 'script-src' ? policy.get('script-src-elem') : undefined) ??
    policy.get(directive) ??
    policy.get('default-src');
  if (!sources) return true;
  if (directive === 'script-src' && sources.some((source) => BY_ITS_CONTENT.test(source))) return true;
  return sources.some((source) => matches(source, address, page));
}

function matches(source: string, address: URL, page: URL): boolean {
  if (source === '*') return /^https?:$/.test(address.protocol) || address.protocol === page.protocol;
  if (source.toLowerCase() === "'self'") {
    const isSafer =
      page.protocol === 'http:' && address.protocol === 'https:' && address.port === '' && page.port === '';
    return address.origin === page.origin || (isSafer && address.hostname === page.hostname);
  }
  const [, scheme, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?((?:\*\.)?[^:/]*)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  if (!fitsScheme(address.protocol, (scheme ?? page.protocol).toLowerCase())) return false;
  if (!host) return scheme !== undefined;
  if (!fitsHost(address.hostname, host.toLowerCase())) return false;
  if (port === undefined ? address.port !== '' : port !== '*' && port !== portOf(address)) return false;
  if (!path || path === '/') return true;
  return path.endsWith('/') ? address.pathname.startsWith(path) : address.pathname === path;
}

/** A scheme allows its own, and the one with TLS. */
function fitsScheme(protocol: string, scheme: string): boolean {
  return protocol === scheme || (scheme === 'http:' && protocol === 'https:');
}

function fitsHost(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}
