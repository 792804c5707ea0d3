import { css } from 'lit';

/** The wallet's box, and the list that it opens. */
export const walletStyles = css`
  .value {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    /* Icon and account are in the order of the page's direction. */
    unicode-bidi: normal;
  }

  [part='wallet'] {
    padding-inline-end: 1.75em;
    cursor: pointer;
  }

  .answer [part='wallet'] {
    border-color: var(--_line);
  }

  [part='wallet']::after {
    content: '';
    position: absolute;
    inset-block-start: calc(50% - 0.3em);
    inset-inline-end: 0.875em;
    inline-size: 0.4em;
    aspect-ratio: 1;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }

  /* Like a <bdi>, but its beginning stays at the edge of a line from right to left, so that it does not move when the account changes. */
  [part='wallet-account'] {
    unicode-bidi: plaintext;
  }

  [part='wallet-icon'] {
    inline-size: 1.1em;
    block-size: 1.1em;
    margin-inline-end: 0.35em;
    border-radius: 0.25em;
    vertical-align: -0.2em;
    object-fit: contain;
  }

  [part='wallets'] h3 {
    margin: 0;
    font-size: 1.0625em;
    line-height: 1.2;
  }

  [part='wallet-choice'] {
    all: unset;
    box-sizing: border-box;
    display: flex;
    align-items: center;
    inline-size: 100%;
    min-block-size: 44px;
    /* As all of a popover has it, whose styles may come before these or after. */
    margin-block-start: 0.5em;
    padding: 0.25em 0.5em;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.625);
    cursor: pointer;
  }

  [part='wallet-choice'][aria-pressed='true'] {
    border-color: var(--_accent);
    font-weight: 700;
  }

  :is([part='wallet'], [part='wallet-choice']):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }

  /* Like a member id that is not valid. */
  section:has(#transaction[aria-invalid='true']) :is([part='hash'] [part='label'], [part='text']) {
    color: var(--_bad);
  }

  [part='address'] {
    user-select: all;
    font-family: ui-monospace, monospace;
    font-size: 0.875em;
  }
`;
