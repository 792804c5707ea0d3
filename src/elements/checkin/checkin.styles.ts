import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    [part='streak'] {
      min-block-size: 4.5em;
      margin-block-end: var(--_gap);
    }

    :host([compact]) :is(header, [part='streak'], [part='member']) {
      display: none;
    }

    :host([compact]) :is(section, form, [part='body'], [part='result']) {
      all: unset;
      display: grid;
      overflow-wrap: anywhere;
    }
  `,
];
