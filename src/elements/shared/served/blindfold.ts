import { nothing } from 'lit';
import type { Localization } from '../localization.ts';
import { knownMember, page, rememberedMember } from '../member-store.ts';
import type { Messages } from '../messages.ts';
import type { RewardsElement } from '../rewards-element.ts';

/** What the widgets that claim have besides, as far as it matters here. */
interface Claiming extends RewardsElement {
  readonly asksMember: boolean;
  readonly memberId: string;
  readonly claims: { memberId: string };
}

const claims = (element: RewardsElement): element is Claiming => 'claims' in element;

/** A text that no widget shows, so that each one counts as changed afterwards. */
const blank: Messages = new Proxy(Object.create(null), { get: () => ' ' });
const SPEECHLESS: Localization = { locale: ' ', texts: blank, messages: blank, direction: nothing, waits: false };

/** Has the element draw itself, once, as one that knows nothing but its attributes. That is how a server draws it. */
export function blindfold(element: RewardsElement): void {
  const render = () => {
    Reflect.deleteProperty(element, 'render');
    const { fields } = page;
    const member = claims(element) ? element.claims.memberId : '';
    page.fields = new Set();
    if (claims(element)) element.claims.memberId = element.memberId;
    Object.defineProperties(element, {
      localization: { configurable: true, value: SPEECHLESS },
      // A server has no children to look at.
      querySelector: { configurable: true, value: undefined },
    });
    try {
      return element['render']();
    } finally {
      Reflect.deleteProperty(element, 'localization');
      Reflect.deleteProperty(element, 'querySelector');
      page.fields = fields;
      if (claims(element)) element.claims.memberId = member;
    }
  };
  Object.defineProperty(element, 'render', { configurable: true, value: render });
}

/** Puts right what Lit takes for right in what the server drew. The field for the member's id stays where one was drawn. */
export function takeOffBlindfold(element: RewardsElement): void {
  const { renderRoot } = element;
  renderRoot.querySelector('section')?.setAttribute('aria-busy', 'false');
  const field = renderRoot.querySelector<HTMLInputElement>('#member');
  if (field) field.defaultValue = knownMember();
  const wish = renderRoot.querySelector<HTMLInputElement>('#remember');
  if (wish) wish.defaultChecked = !!rememberedMember();
  if (!field || !claims(element) || !page.fields.size) return;
  const get = () => element.asksMember && !element.querySelector('[name=memberId]');
  Object.defineProperty(element, 'drawsMember', { configurable: true, get });
}
