import type { GetMemberToken } from '../../src/elements/index.ts';
import type { MemberAsking } from '../page/enter-member-id.ts';
import type { Tag } from './snippets/tag.ts';

const STATE = 'debug-state';

/** An element that may ask for a token, as those do that claim. */
export interface Asking extends MemberAsking {
  getMemberToken?: GetMemberToken;
}

/** Gives an element exactly those attributes and styles. */
export function dress(
  element: Asking,
  { attributes, styles }: Pick<Tag, 'attributes' | 'styles'>,
  state: string | null,
  token: GetMemberToken | undefined,
): void {
  if (token) element.getMemberToken = token;
  else delete element.getMemberToken;
  const wanted = new Map(attributes.map(([name, value]) => [name, value === true ? '' : value]));
  if (state !== null) wanted.set(STATE, state);
  const drawn = element.getAttribute(STATE);
  for (const name of element.getAttributeNames()) {
    if (name !== 'style' && !wanted.has(name)) element.removeAttribute(name);
  }
  for (const [name, value] of wanted) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  for (const name of Array.from(element.style)) {
    if (!styles.some(([property]) => property === name)) element.style.removeProperty(name);
  }
  for (const [property, value] of styles) element.style.setProperty(property, value);
  // A bundler may have registered the element before it came to know of this attribute, and so nothing watches it.
  if (element.isConnected && drawn !== state) element.reset?.();
}
