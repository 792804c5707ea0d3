import type { SignInToken } from '../../../contract/sign-in.ts';
import { readSignInToken } from '../../../contract/read-sign-in.ts';

const KEY = 'rewards-elements:sign-in';
/** See `tellSigned`. */
export const SIGNED = 'rewards-signed';

/** What storage did not take, because it is blocked or full: such a sign-in lasts as long as the page. */
const held = new Map<string, string>();

/** The end of a token that has no end by the clock of the visitor's machine. */
const NEVER = '9999-12-31T23:59:59Z';

/** The token from a proxy for this tab, or an empty text. */
export function tokenFor(endpoint: string): string {
  const { token = '', expiresAt = '' } = readSignInToken(parsed(read(endpoint))) ?? {};
  return Date.parse(expiresAt) > Date.now() ? token : '';
}

/**
 * Keeps a token, or removes the present one, and tells the page's widgets that somebody signed in or out. If a new token has already expired, the
 * clock of the visitor's machine is wrong: then only the proxy can tell when it expires.
 */
export function keepToken(endpoint: string, token: SignInToken | undefined): void {
  const expiresAt = token && Date.parse(token.expiresAt) > Date.now() ? token.expiresAt : NEVER;
  write(endpoint, token ? JSON.stringify({ ...token, expiresAt }) : '');
  tellSigned();
}

/** Tells the page's widgets that somebody signed in or out, also those of other copies of this script. */
export function tellSigned(): void {
  dispatchEvent(new Event(SIGNED));
}

function read(endpoint: string): string {
  const text = held.get(endpoint);
  if (text !== undefined) return text;
  try {
    return sessionStorage.getItem(`${KEY} ${endpoint}`) ?? '';
  } catch {
    return '';
  }
}

function write(endpoint: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(`${KEY} ${endpoint}`, text);
    else sessionStorage.removeItem(`${KEY} ${endpoint}`);
    held.delete(endpoint);
  } catch {
    held.set(endpoint, text);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
