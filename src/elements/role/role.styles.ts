import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { aboutStyles } from '../shared/about.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  aboutStyles,
  memberFieldStyles,
  css`
    h2 {
      display: flex;
      align-items: baseline;
    }

    h2::before {
      content: '';
      flex: none;
      inline-size: 0.75em;
      aspect-ratio: 1;
      margin-inline-end: 0.5em;
      border: 1px solid;
      border-radius: 50%;
      background-color: var(--_role, var(--_accent));
    }
  `,
];
