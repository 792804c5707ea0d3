import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { grantsStyles } from '../shared/grants.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  grantsStyles,
  memberFieldStyles,
  css`
    [part='facts'] {
      min-block-size: 1.5em;
      margin-block: calc(var(--_gap) * -0.5) var(--_gap);
      color: var(--_muted);
    }

    [part='choice'] {
      display: flex;
      align-items: center;
      gap: 0.5em;
      min-block-size: 44px;
    }

    /*
     * Room for two lines, of which the gap below is a part: what an error says must not push the fields below it, in fonts as wide
     * as Verdana either.
     */
    [id$='-error'] {
      min-block-size: 2.5em;
      margin-block-end: calc(var(--_gap) * -1);
      font-size: 0.8125em;
      line-height: 1.25;
    }

    ::slotted(form) {
      display: grid;
      gap: var(--_gap);
    }

    ::slotted(*) {
      --rewards-member-padding: 0;
      --rewards-member-border-width: 0;
      --rewards-shadow: none;
    }
  `,
];
