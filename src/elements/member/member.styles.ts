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

    [part='foot'] {
      grid-area: 2 / 1;
      min-block-size: 2.5em;
    }

    @container (inline-size < 15.75em) {
      [part='foot'] {
        min-block-size: 5.875em;
      }
    }

    :host([disabled]) section {
      opacity: 0.6;
    }
  `,
];
