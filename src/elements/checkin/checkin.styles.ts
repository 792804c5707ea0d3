import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* The field gives way to the days as soon as it is known who comes. */
    .known :is([part='field'], #hint ~ :not([part='note'])) {
      position: absolute;
      visibility: hidden;
    }

    :host([compact]) {
      display: inline-block;
      inline-size: 12em;
      min-block-size: max(2.75em, 44px);
    }

    [part='pill'] {
      display: grid;
      place-content: center;
      box-sizing: border-box;
      min-block-size: max(2.75em, 44px);
      border: 1px solid;
      border-radius: 9em;
      font-weight: 700;
    }
  `,
];
