import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* The field makes way for the wallet as soon as it is known who claims. */
    .known [part='field'] {
      position: absolute;
      visibility: hidden;
    }

    .known #hint ~ :not([part='note']) {
      display: none;
    }

    /* While the title is awaited, the text of the button takes its place, and no more lines: a title in the page wraps. */
    :host(:state(loading)) header {
      overflow: clip;
      white-space: nowrap;
    }

    ::slotted(*) {
      white-space: normal;
    }

    /* It is already in its place when it is only heard: otherwise it would move when it becomes visible. */
    [part='foot'] {
      position: relative;
    }

    form:not(.known) [part='remember'] ~ [part='note'] {
      inset: 0 0 auto;
    }

    /* The line with the member is there from the beginning, so that nothing moves, whichever comes first. */
    [part='note'] {
      display: grid;
      grid-template-rows: minmax(1lh, auto) auto;
    }

    [part='description'] {
      grid-row: 2;
    }

    [part='proof'] {
      display: grid;
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
      gap: 0.5em;
    }

    [part='wallet'] {
      all: unset;
      border: 1px solid var(--_muted);
      border-radius: calc(var(--_radius) * 0.625);
      padding: 0.9lh 0.625em 0;
    }

    [part='wallet'],
    [part='hash'] {
      box-sizing: border-box;
      position: relative;
      min-block-size: max(2.75em, 44px);
      font-size: clamp(12px, max(1em, 16px), 7cqi);
    }
  `,
];
