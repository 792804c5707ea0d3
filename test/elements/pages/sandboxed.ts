import { FakeProxy } from '../fake-proxy.ts';
import { hasPart, leave, part } from '../widget.ts';

/** What the page around this one is told in the end. */
export interface Told {
  storage: 'blocked' | 'open';
  errors: string[];
  claims: unknown[];
}

const told: Told = { storage: 'open', errors: [], claims: [] };
addEventListener('error', ({ message }) => told.errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => told.errors.push(String(reason)));
try {
  localStorage.clear();
} catch {
  told.storage = 'blocked';
}

const proxy = new FakeProxy();
await import('../../../src/elements/define.ts');
const member = document.querySelector('rewards-member');
const checkin = document.querySelector('rewards-checkin');
if (!member || !checkin) throw new Error('There is no widget.');

checkin.addEventListener('rewards-granted', () => {
  told.claims = proxy.claims.map(({ body }) => body);
  parent.postMessage(told, '*');
});
await member.updateComplete;
// A frame that nobody clicks on has no focus to give.
part(member, 'card').dispatchEvent(new FocusEvent('focusin'));
part(member, 'help-summary').click();
const enter = () => {
  if (!hasPart(member, 'steps') || !checkin.matches(':state(ready)')) return void setTimeout(enter, 20);
  part(member, 'remember').click();
  leave(member, '123456789012345678');
  return part(checkin, 'button').click();
};
enter();
