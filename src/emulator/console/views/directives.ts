import type { DirectiveResult } from 'lit/directive.js';
import { ref } from 'lit/directives/ref.js';

/** Sets a custom property by script: the page's policy allows no style attributes. */
export function styled(property: string, value: string): DirectiveResult {
  return ref((element) => {
    if (element instanceof HTMLElement) element.style.setProperty(property, value);
  });
}

/** Scrolls the element to its end after each drawing. */
export function toEnd(): DirectiveResult {
  return ref((element) => {
    if (element) queueMicrotask(() => (element.scrollTop = element.scrollHeight));
  });
}
