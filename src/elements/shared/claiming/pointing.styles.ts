import { css } from 'lit';

/** How controls answer to pointer and keyboard, and to what cannot be right. */
export const pointingStyles = css`
  section {
    --_bad: var(--rewards-bad, light-dark(#b42318, #ffa198));
  }

  [part='error'],
  [aria-invalid='true'] {
    border-color: var(--_bad);
    color: var(--_bad);
  }

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
