import { css } from 'lit';

/** The last days, as a row of dots that fill. */
export const streakStyles = css`
  [part='days'] {
    display: flex;
    justify-content: space-between;
    margin-block-end: 0.375em;
  }

  [part~='day'] {
    display: grid;
    place-content: center;
    box-sizing: border-box;
    min-inline-size: 0;
    inline-size: 2.25em;
    aspect-ratio: 1;
    border: 2px solid var(--_line);
    border-radius: 50%;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
  }

  [part~='today'] {
    border-color: var(--_accent);
    border-style: dashed;
    color: var(--_text);
  }

  [part~='done'] {
    border-color: var(--_accent);
    border-style: solid;
    background: var(--_accent);
    color: var(--rewards-on-accent, light-dark(#fff, #1e1b4b));
  }

  @media (forced-colors: active) {
    [part~='done'] {
      background: Highlight;
      color: HighlightText;
    }
  }

  [part='streak-text'] {
    color: var(--_text);
    font-weight: 600;
  }

  @media (prefers-reduced-motion: no-preference) {
    :host(:state(granted)) [part~='today'] {
      animation: fill 0.5s ease-out;
    }
  }

  @keyframes fill {
    50% {
      scale: 1.25;
    }
  }
`;
