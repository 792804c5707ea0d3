import { css } from 'lit';

/** The days, as beads on a line. Days ahead are small, days that are done are connected. */
export const streakStyles = css`
  header {
    display: grid;
  }

  [part='stage'] {
    display: flex;
    align-items: center;
  }

  [part='stage'] > *,
  [part~='day'] {
    flex: 1;
    min-inline-size: 0;
  }

  header,
  [part='days'] {
    --_flame: light-dark(#b93a06, #ffb077);
  }

  [part='days'] {
    display: flex;
    color: var(--_muted);
    text-align: center;
  }

  [part~='day'] {
    display: flex;
    flex-direction: column;
    align-items: center;
    position: relative;
  }

  [part~='day']::before {
    content: '';
    position: absolute;
    inset-block-start: 0.75em;
    inset-inline: -50% 50%;
    border-block-start: 0.125em solid var(--_line);
  }

  [part~='day']:first-child::before {
    inset-inline-start: 50%;
  }

  .joined::before {
    border-color: var(--_accent);
  }

  .joined:first-child::before {
    inset-inline-start: 0;
  }

  i {
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    box-sizing: border-box;
    inline-size: min(1.625em, 94%);
    aspect-ratio: 1;
    margin-block: max(0em, 0.8125em - 47%);
    border: 0.125em solid transparent;
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_on);
  }

  [part='day'] i {
    scale: 0.3;
    background: var(--_muted);
  }

  [part~='today'] i {
    border-color: var(--_accent);
  }

  [part~='gift'] i {
    color: var(--_flame);
  }

  [part~='done'] i {
    background: var(--_accent);
  }

  :host(:state(pending)) [part~='today'] i {
    border-style: dashed;
  }

  i svg {
    inline-size: 0.9em;
    fill: none;
    stroke: currentcolor;
    stroke-width: 3.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  [part~='gift'] svg {
    inline-size: 1.125em;
    stroke-width: 2;
  }

  [part~='gift'] small {
    color: var(--_flame);
    font-weight: 700;
  }

  /* Some languages have no names of days with one letter. */
  small {
    font-size: min(0.75em, 7.6cqi);
    line-height: 1.2;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }

  [part~='today'] small {
    color: var(--_text);
    font-weight: 700;
  }

  [part='streak-text'] {
    font-weight: 700;
  }

  .unseen {
    position: absolute;
    clip-path: inset(50%);
  }

  /* Under the days. */
  .answer [part='field'] {
    margin-inline-end: -100%;
    visibility: hidden;
  }

  [part='count'] {
    display: flex;
    justify-self: end;
    align-items: center;
    gap: 0.125em;
    color: var(--_flame);
    font-weight: 700;
  }

  [part='count'] svg {
    inline-size: 1.25em;
    fill: currentcolor;
    stroke: none;
  }

  /* At the end of the button, whose text stays in its place. */
  [part~='button'] {
    position: relative;
  }

  [part='plus'] {
    position: absolute;
    inset-inline-end: 1em;
  }

  form:not(.known):has([part='field']) [part='plus'] {
    display: none;
  }

  [part='grants']:has(+ [part='count']) {
    visibility: hidden;
  }

  @container (inline-size < 13lh) {
    [part='count'] {
      justify-self: start;
    }

    [part='plus'] {
      display: none;
    }
  }

  @media (forced-colors: active) {
    [part~='day'] i {
      border-color: CanvasText;
      background: Canvas;
    }

    [part~='done'] i {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    :host(:state(granted)) [part~='today'] i {
      animation: fill 0.5s ease-out;
    }
  }

  @keyframes fill {
    from {
      scale: 0.6;
      background: var(--_surface);
    }

    50% {
      scale: 1.15;
    }
  }
`;
