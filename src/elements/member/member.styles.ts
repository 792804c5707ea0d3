import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* The frame goes where another widget is around it: see signup.styles.ts. */
    section {
      padding: var(--rewards-member-padding, calc(var(--_gap) * 0.8125) calc(var(--_gap) * 0.875));
      border-width: var(--rewards-member-border-width, 1px);
    }

    [part='form'] {
      gap: calc(var(--_gap) * 0.4375);
    }

    @container (inline-size < 15.75em) {
      [part='foot'] {
        min-block-size: 5.875em;
      }
    }

    /* A page may say what is wrong before anybody has turned to it. */
    #hint:not(:empty) + label:not(:focus-within) {
      opacity: 0;
      pointer-events: none;
    }

    :host([disabled]) section {
      opacity: 0.6;
    }
  `,
];
