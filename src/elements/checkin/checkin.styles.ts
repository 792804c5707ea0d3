import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    [part='body'] {
      min-block-size: 12em;
    }
  `,
];
