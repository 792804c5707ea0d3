import type { DirectiveResult } from 'lit/directive.js';
import { ref } from 'lit/directives/ref.js';

/** Sets a custom property by script: the page's policy allows no style attributes. */
export function styled(property: string, value: string): DirectiveResult {
  return ref((element) => {
    if (element instanceof HTMLElement) element.style.setProperty(property, value);
  });
}

const newest = new WeakMap<Element, string>();

/** Scrolls the element to its end when its newest entry, named by `of`, is another one. */
export function toEnd(of: string): DirectiveResult {
  return ref((element) => {
    if (!element || newest.get(element) === of) return;
    newest.set(element, of);
    queueMicrotask(() => (element.scrollTop = element.scrollHeight));
  });
}
