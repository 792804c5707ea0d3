import { html, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import { ref } from 'lit/directives/ref.js';

/** The round sign of a member or a server, by its initials. */
export function portrait({ id, name }: { id: string; name: string }): TemplateResult {
  // Drawn by the style sheet: a text would count as the name of the button that it stands on.
  const initials = initialsOf(name);
  return html`<span
    class="portrait"
    aria-hidden="true"
    data-initials=${initials}
    ${styled('--hue', String(hueOf(id)))}
  ></span>`;
}

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

function hueOf(id: string): number {
  return Array.from(id).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 7);
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
