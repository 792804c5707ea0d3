import { createElement } from '../create-element.ts';
import { ofDocument } from '../own-document.ts';

/** What the proxy is told of a sign-in that is wanted: the page to come back to, and what a widget can prove to be its own. */
export interface Wish {
  return: string;
  challenge?: string;
  popup?: '';
}

/** The address with what is wanted in its query. */
export function wishing(address: URL, wish: Wish): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(wish)) url.searchParams.set(name, value);
  return url;
}

/**
 * Leaves the page for the sign-in. The proxy asks the visitor first unless it knows that this page wants it: on its own
 * origin a link tells, on another one a form does. Where the page's policy has no room for such a form, it is a link as well.
 * The form stands in the page for a moment.
 */
export function leaveForSignIn(address: URL, wish: Wish): void {
  const follow = () => location.assign(wishing(address, wish));
  if (address.origin === location.origin) return follow();
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'form-action' && blockedURI.startsWith(address.origin)) follow();
  });
  const form = Object.assign(createElement('form'), { action: address.href, method: 'post', hidden: true });
  for (const [name, value] of Object.entries(wish)) {
    form.append(Object.assign(createElement('input'), { type: 'hidden', name, value }));
  }
  ofDocument('documentElement')?.append(form);
  form.submit();
  form.remove();
}
