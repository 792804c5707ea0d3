import assert from 'node:assert/strict';
import type { Reply } from '../../support/check-reply.ts';
import type { Setup } from '../../support/setup.ts';
import { HOME, SITE } from './sign-in.ts';
import { messageOf, newVerifier, Visitor } from './visitor.ts';

/** Claims as a page of the proxy's own origin does: the browser adds the cookie. */
export function claimAtHome({ claim }: Setup, visitor: Visitor, action = 'daily'): Promise<Reply> {
  return claim(action, {}, { origin: HOME, cookie: visitor.cookieFor(new URL(HOME)) });
}

/** Signs in from a widget on another site, in a window, and redeems the code. */
export async function tokenFor({ proxy, ask }: Setup, member: string): Promise<string> {
  const { verifier, challenge } = newVerifier();
  const message = await messageOf(await new Visitor(proxy).signIn(member, { popup: true, challenge }));
  assert.deepEqual([message.origin, message.challenge], [SITE, challenge]);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code: message.code, verifier });
  const reply = await ask('/rewards/sign-in/token', { method: 'POST', headers, body });
  assert.equal(reply.status, 200);
  return String(reply.body['token']);
}
