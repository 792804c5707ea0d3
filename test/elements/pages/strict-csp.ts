import { ALTCHA, challenge } from '../challenge.ts';
import { FakeProxy, json, view } from '../fake-proxy.ts';
import '../../../src/elements/checkin/checkin.define.ts';

/** Tells the page around this one what the policy forbade, and when the widget was done. */
const tell = (message: { violation: string } | { done: true }) => parent.postMessage(message, location.origin);

document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
  tell({ violation: effectiveDirective }),
);

const proxy = new FakeProxy();
proxy.onAction = () => json(200, view({ challenge: ALTCHA }));
proxy.onChallenge = () => challenge();
const widget = document.querySelector('rewards-checkin');
if (!widget) throw new Error('There is no widget.');
widget.memberId = '123456789012345678';
widget.addEventListener('rewards-granted', () => {
  requestAnimationFrame(() => {
    // What the policy must forbid, or else this page proves nothing.
    document.body.setAttribute('style', 'color: red');
    tell({ done: true });
  });
});
const press = () => {
  if (!widget.matches(':state(ready)')) return void setTimeout(press, 20);
  proxy.seen.length = 0;
  return void widget.claim();
};
press();
