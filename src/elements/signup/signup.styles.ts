import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  memberFieldStyles,
  css`
    [part='facts'] {
      min-block-size: 1.5em;
      color: var(--_muted);
      font-size: 0.875em;
    }

    [part='choice'] {
      display: flex;
      align-items: center;
      gap: 0.5em;
      min-block-size: 44px;
    }

    ::slotted(*) {
      --rewards-member-padding: 0;
      --rewards-member-border-width: 0;
      --rewards-shadow: none;
    }
  `,
];
