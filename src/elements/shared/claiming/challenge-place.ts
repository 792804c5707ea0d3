import { createElement } from '../../client/create-element.ts';
import type { ClaimHost } from '../types.ts';

/** The slot for the puzzle of a service that tells robots from people. */
const CHALLENGE = 'challenge';

/** A place for the puzzle in the page itself, which appears below the widget's button. */
export function placeChallenge(host: ClaimHost): HTMLElement {
  const form = host.renderRoot.querySelector('form');
  if (form && !form.querySelector(`slot[name=${CHALLENGE}]`)) {
    // The form may have a field named `append`.
    Element.prototype.append.call(form, Object.assign(createElement('slot'), { name: CHALLENGE }));
  }
  const box = Object.assign(createElement('div'), { slot: CHALLENGE });
  host.append(box);
  return box;
}
