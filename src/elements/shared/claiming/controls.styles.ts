import { css } from 'lit';

/** States of the controls: hover, active, focus and invalid. */
export const controlStyles = css`
  section {
    --_bad: var(--rewards-bad, light-dark(#b42318, #ffa198));
  }

  [part='error'],
  [part='field']:has([aria-invalid='true']) [part='label'],
  [aria-invalid='true'] {
    border-color: var(--_bad);
    color: var(--_bad);
  }

  /* Forced colours give all borders one colour. */
  @media (forced-colors: active) {
    [aria-invalid='true'] {
      border-style: dashed;
    }
  }

  /* The error covers the "remember me" option, except while the visitor is at the option or may be moving to it. */
  #hint:not(:empty) + :not(:focus-within),
  #hint:has(+ :focus-within) {
    opacity: 0;
    pointer-events: none;
  }

  /* The error needs the whole line, so the link to the help shrinks to a question mark. */
  @container (inline-size >= 13lh) {
    [part='error']#hint {
      grid-column-end: 3;
      padding-inline-end: 3em;
    }

    [part='error'] ~ [part='help-summary'] {
      position: relative;
    }

    [part='error'] ~ [part='help-summary'] span {
      opacity: 0;
    }

    [part='error'] ~ [part='help-summary']::after {
      /* Firefox knows the alternative text from version 128 on. */
      content: '?';
      content: '?' / '';
      position: absolute;
      inset-inline-end: 0;
      inline-size: 1.5em;
      border: 1px solid;
      border-radius: 50%;
      line-height: 1.5em;
      text-align: center;
    }
  }

  [part] button,
  label:has([type='checkbox']) {
    cursor: pointer;
  }

  [part~='button']:not([aria-disabled='true']):hover {
    filter: brightness(1.1);
  }

  [part~='button']:active {
    translate: 0 1px;
  }

  /* More specific than what takes all looks off a button. */
  :host :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;
