import { createElement } from '../create-element.ts';
import { ofDocument } from '../own-document.ts';

/** The parameters of a sign-in at the proxy: the page to return to, and the PKCE challenge by which the widget later proves that it asked. */
export interface SignInRequest {
  return: string;
  challenge?: string;
  popup?: '';
}

/** The address with the request in its query. */
export function signInUrl(address: URL, request: SignInRequest): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
  return url;
}

/**
 * Leaves the page for the sign-in. The proxy asks the visitor for confirmation unless the browser names the page that sent them: on the
 * proxy's own origin a link is enough for that, elsewhere it takes a form, which is in the page for a moment. If the page's content
 * security policy (`form-action`) blocks the form, a link is followed instead.
 */
export function redirectToSignIn(address: URL, request: SignInRequest): void {
  const follow = () => location.assign(signInUrl(address, request));
  if (address.origin === location.origin) return follow();
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'form-action' && blockedURI.startsWith(address.origin)) follow();
  });
  const form = Object.assign(createElement('form'), { action: address.href, method: 'post', hidden: true });
  for (const [name, value] of Object.entries(request)) {
    form.append(Object.assign(createElement('input'), { type: 'hidden', name, value }));
  }
  ofDocument('documentElement')?.append(form);
  form.submit();
  form.remove();
}
