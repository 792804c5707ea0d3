import { css } from 'lit';

/** What opens above the page, beside what opened it; where a browser cannot place it there, in the middle of the screen. */
export const popoverStyles = css`
  [popover] {
    box-sizing: border-box;
    inline-size: min(19em, 100vi - 2em);
    max-block-size: calc(100vb - 2em);
    padding: calc(var(--_gap) * 0.875);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--rewards-shadow, 0 0.25em 1em #0001);
    color: var(--_text);
    font-size: 0.9375em;
  }

  [popover] > * + * {
    margin-block-start: 0.5em;
  }

  [popover] > p {
    color: var(--_muted);
  }

  /* The card itself, which opens from a button that is seen alone. */
  #popup {
    padding: 0;
    overflow: visible;
    background: none;
    box-shadow: none;
    font-size: 1em;
  }

  @supports (position-area: end) {
    [popover] {
      margin: 0.25em;
      position-area: end span-start;
      position-try-fallbacks:
        flip-block,
        flip-inline,
        flip-block flip-inline;
    }
  }

  /* It stands in the foot, whose letters are small. */
  #help {
    font-size: 1.15em;
  }
`;
