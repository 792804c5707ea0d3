import type { ReactiveControllerHost } from 'lit';
import { createElement } from '../client/create-element.ts';
import { OWNER, SETUP } from './claiming/setup-messages.ts';
import type { Localization } from './localization.ts';
import type { ClaimParts } from './types.ts';

/** An element that cannot be drawn. */
interface BrokenElement extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly localization: Localization;
  /** Only elements that claim have this: they have an event for it. */
  readonly claims?: { prepare(): Promise<Pick<ClaimParts, 'problem'> | undefined> };
}

/** The message of each element that cannot be drawn. */
const lines = new WeakMap<BrokenElement, HTMLElement>();

/** Shows, without Lit, that the element cannot be drawn, until it can. The page's author finds the reason on the console. */
export function breakDown(element: BrokenElement, { states }: ElementInternals, error: unknown): void {
  const line = lines.get(element) ?? newLine(element, states, error);
  line.textContent = textFor(element);
}

function newLine(element: BrokenElement, states: CustomStateSet, error: unknown): HTMLElement {
  reportError(error);
  const line = createElement('p');
  line.role = 'alert';
  lines.set(element, line);
  element.renderRoot.append(line);
  const recovery = {
    hostUpdated() {
      line.remove();
      lines.delete(element);
      element.removeController(recovery);
    },
  };
  element.addController(recovery);
  if (element.claims) {
    states.clear();
    states.add('failed');
    void element.claims.prepare().then((claiming) => claiming?.problem({ code: 'not-drawn' }));
  }
  return line;
}

/** In the page's language, unless that is the cause. */
function textFor(element: BrokenElement): string {
  try {
    const { setup = SETUP, owner = OWNER } = element.localization.texts;
    return `${setup} ${owner}`;
  } catch {
    return `${SETUP} ${OWNER}`;
  }
}
