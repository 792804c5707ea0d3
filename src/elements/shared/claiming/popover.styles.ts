import { css } from 'lit';

/** Popovers above the page, next to the control that opened them; in the middle of the screen if a browser cannot place them there. */
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

  /* The card itself, opened by a button that is visible alone. */
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

  /* It is in the foot, whose text is small. */
  #help {
    font-size: 1.15em;
  }
`;
