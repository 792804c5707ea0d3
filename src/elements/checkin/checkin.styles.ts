import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    /* The field makes way for the days as soon as the member is known. */
    .known :is([part='field'], #hint ~ :not(div)) {
      display: none;
    }

    /* A grid costs a browser 8 kB. Rows become grids when their content that alternates is loaded: see the styles of streak and outcome. */
    @container (inline-size >= 13lh) {
      header,
      [part='foot'] {
        display: flex;
      }

      h2,
      label,
      [part='note'] {
        flex: 1 0 calc(45% - 0.625em);
      }
    }

    :host([compact]) {
      display: inline-block;
      inline-size: 12em;
      max-inline-size: 100%;
    }

    [part='pill'] {
      inline-size: 100%;
      min-block-size: max(2.75em, 44px);
      border: 1px solid;
      border-radius: 9em;
      background: none;
      color: inherit;
      font: inherit;
      font-weight: 700;
    }
  `,
];
