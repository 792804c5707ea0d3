import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { aboutStyles } from '../shared/about.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  aboutStyles,
  memberFieldStyles,
  css`
    /* The grants are not in the head. */
    @container (inline-size >= 8lh) {
      header {
        min-block-size: 1.5em;
      }
    }

    [part='about'] {
      min-block-size: 3lh;
    }

    @container (inline-size < 13lh) {
      [part='about'] {
        min-block-size: 7lh;
      }
    }

    @container (inline-size < 8lh) {
      [part='about'] {
        min-block-size: 9lh;
      }
    }

    /* Keeps the room of its button even if the page has its own. */
    [part='body'] {
      display: grid;
    }

    [part='foot'] {
      grid-row: 2;
    }

    .room {
      min-block-size: max(2.75em, 44px);
    }

    fieldset {
      all: unset;
      display: grid;
      gap: calc(var(--_gap) * 0.625);
    }

    textarea[part='input'] {
      padding-block-start: 1.2lh;
    }

    [part='choice'] {
      display: flex;
      align-items: center;
      gap: 0.5em;
      min-block-size: 44px;
    }

    ::slotted(form) {
      display: grid;
      gap: var(--_gap);
    }

    ::slotted(*) {
      --rewards-member-padding: 0;
      --rewards-member-border-width: 0;
      --rewards-shadow: none;
    }
  `,
];
