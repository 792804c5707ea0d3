import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { grantsStyles } from '../shared/grants.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  grantsStyles,
  memberFieldStyles,
  css`
    /* Why a role is refused takes more words. */
    [part='body'] {
      min-block-size: var(--rewards-body-size, 15em);
    }

    [part~='role']::before {
      content: '';
      display: inline-block;
      inline-size: 0.75em;
      aspect-ratio: 1;
      margin-inline-end: 0.5em;
      border: 1px solid;
      border-radius: 50%;
      background-color: var(--_role, var(--_accent));
    }
  `,
];
