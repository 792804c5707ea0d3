import { html, type TemplateResult } from 'lit';
import { styled } from './directives.ts';

/** The avatar of a member or a server, with its initials. */
export function portrait({ id, name }: { id: string; name: string }): TemplateResult {
  // The style sheet draws the initials: as text they would become part of the button's name.
  const initials = initialsOf(name);
  return html`<span
    class="portrait"
    aria-hidden="true"
    data-initials=${initials}
    ${styled('--hue', String(hueOf(id)))}
  ></span>`;
}

function hueOf(id: string): number {
  return Array.from(id).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 7);
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
