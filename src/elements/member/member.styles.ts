import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* If the field is inside another widget, that widget has the frame: see signup.styles.ts. */
    section {
      padding: var(--rewards-member-padding, calc(var(--_gap) * 0.8125) calc(var(--_gap) * 0.875));
      border-width: var(--rewards-member-border-width, 1px);
    }

    [part='form'] {
      gap: calc(var(--_gap) * 0.4375);
    }

    /* A page may show an error before anybody has used the field. */
    #hint:not(:empty) + label:not(:focus-within) {
      opacity: 0;
      pointer-events: none;
    }

    :host([disabled]) section {
      opacity: 0.6;
    }
  `,
];
