import { css } from 'lit';

/** How controls answer to pointer and keyboard. */
export const pointingStyles = css`
  button,
  summary,
  label:has([type='checkbox']) {
    cursor: pointer;
  }

  button:not([aria-disabled='true']):hover {
    filter: brightness(1.1);
  }

  button:active {
    transform: translateY(1px);
  }

  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;
