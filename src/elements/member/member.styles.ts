import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* The frame goes where another widget is around it: see signup.styles.ts. */
    section {
      padding: var(--rewards-member-padding, calc(var(--_gap) * 1.5));
      border-width: var(--rewards-member-border-width, 1px);
    }

    :host([disabled]) section {
      opacity: 0.6;
    }
  `,
];
