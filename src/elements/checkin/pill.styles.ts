import { css } from 'lit';

/** The only visible button of a compact widget, outside of the widget's box. It has the colours of the page around it. */
export const pillStyles = css`
  [part='pill'] {
    display: flex;
    justify-content: center;
    align-items: center;
    gap: 0.5em;
    padding: 0 0.75em;
    line-height: 1.2;
    cursor: pointer;
  }

  #popup {
    inline-size: min(20.5em, 100vi - 2em);
  }

  /* More specific than the outline of all other controls. */
  button[part='pill']:focus-visible {
    outline: 2px solid;
  }

  [part='pill'] > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }

  /* Rare messages have room for three lines, next to their icon. */
  [part='pill'] > svg + span {
    font-size: 0.8125em;
    line-height: 1.05;
    text-align: start;
  }

  /* As in the card's heading: an invisible mark at its beginning must not change its direction. */
  [dir='rtl'] > svg + span {
    unicode-bidi: isolate;
  }

  [part='pill'] [part='icon'] {
    flex: none;
    inline-size: 1.25em;
    margin: 0;
    stroke: currentcolor;
  }

  [part='pill'] [part='count'] {
    color: inherit;
  }

  :host(:state(submitting)) [part='pill']::before {
    content: '';
    position: absolute;
    inline-size: 0.75em;
    aspect-ratio: 1;
    border: 2px solid;
    /* Forced colours show this side as well: dotted, so that the ring is seen to turn. */
    border-block-start: 2px dotted transparent;
    border-radius: 50%;
  }

  :host(:state(submitting)) [part='pill'] > span {
    opacity: 0;
  }

  /* Until its texts are loaded it is not read aloud, but it has a name, can be focused and pressed. */
  [part='pill'][aria-busy='true'] > span {
    visibility: visible;
    opacity: 0;
  }

  [part='said'],
  [part='pill'] > span:has(+ [part='count']) {
    position: absolute;
    clip-path: inset(50%);
  }

  @media (prefers-reduced-motion: no-preference) {
    :host(:state(submitting)) [part='pill']::before {
      animation: turn 0.8s linear infinite;
    }
  }
`;
