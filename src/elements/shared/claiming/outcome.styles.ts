import { css } from 'lit';

/** The outcome of a claim: in place of the button, or below it. */
export const outcomeStyles = css`
  [part='body'],
  form:not(.known) [part='foot']:has(label) {
    display: grid;
  }

  [part='body'] {
    grid-template-columns: minmax(0, 1fr) fit-content(38%);
    column-gap: 0.625em;
  }

  [part~='button'] {
    grid-area: 1 / 1 / 2 / 3;
  }

  [part='foot'] {
    grid-area: 2 / 1 / 3 / 3;
  }

  [part='result'] {
    display: contents;
  }

  /* Covers act and foot from the beginning, because moving later would count as a layout shift. */
  [part='status'],
  [id='answer'] {
    grid-area: 1 / 1 / 3 / 3;
    display: grid;
    grid-template: subgrid / subgrid;
    position: relative;
    pointer-events: none;
  }

  [part='message'],
  .cut {
    position: absolute;
    inset: 0 auto auto 0;
    clip-path: inset(50%);
  }

  :is(.answer, .hitch) [part='foot'],
  .answer [part~='button'] {
    visibility: hidden;
  }

  form:not(.answer, .hitch):has([part='follow-up']) [part='foot'] {
    grid-column-end: 2;
  }

  /* A claim that was sent can no longer be changed. */
  .answer [part='input'] {
    border-color: var(--_line);
  }

  /* It works or waits, so it must not look like a disabled button. */
  :host(:state(submitting)) [part~='button'] {
    opacity: 1;
  }

  .hitch [part~='retry'][aria-disabled='true'] {
    opacity: 1;
    color: var(--_muted);
    background: color-mix(in srgb, var(--_text) 9%, var(--_surface));
  }

  [part='answer'] {
    grid-area: 1 / 1 / 2 / 3;
    display: flex;
    align-items: center;
    gap: 0.5em;
  }

  h3 {
    margin: 0;
    font-size: 1.0625em;
    line-height: 1.2;
    text-wrap: balance;
    unicode-bidi: plaintext;
  }

  /* Numbers may begin with an invisible left-to-right mark, which must not change the direction of the whole line. */
  [dir='rtl'] h3 {
    unicode-bidi: isolate;
  }

  [part='text'],
  [part='countdown'],
  [part='follow-up'] {
    color: var(--_muted);
    font-size: 0.8125em;
  }

  /* On a page in the other direction, the direction of the text follows its first letter, and the icon keeps its distance to it. */
  section:not([dir]) :is([part='text'], [part='countdown']) {
    unicode-bidi: plaintext;
  }

  [part='text'] span,
  section:not([dir]) [part='text'] h3 {
    unicode-bidi: normal;
  }

  section:not([dir]) [part='text'] svg {
    direction: ltr;
  }

  /* Text that is too long for the foot is in the details. Marks above and below the letters, as in Burmese, reach out of the line. */
  [part='answer'] h3,
  [part='text'] {
    display: -webkit-box;
    overflow: clip;
    overflow-clip-margin: 0.25em;
    --_lines: 2;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--_lines);
  }

  [part='text'] {
    grid-area: 2 / 1;
    align-self: center;
    max-block-size: calc(var(--_lines) * 1lh);
    pointer-events: auto;
  }

  [id='answer'] p {
    white-space: pre-line;
  }

  /* No line may be seen below the last one. */
  [part='result']:has([part='more']) [part='text'] {
    overflow: hidden;
  }

  [part='result']:has([part='countdown']) [part='text'] {
    --_lines: 1;
    align-self: start;
    margin-block-end: 1lh;
  }

  /* The visible part is short enough to read out; copying gives all of it. */
  [part='id'] {
    user-select: all;
  }

  [part='id'] span {
    font-size: 0;
  }

  [part='countdown'] {
    grid-area: 2 / 1;
    align-self: end;
    font-variant-numeric: tabular-nums;
  }

  /* Lines that are higher than their room are not drawn at all by Chromium 150. */
  [part='text'] h3 {
    display: inline;
    color: var(--_text);
    font-size: 1em;
    line-height: inherit;
  }

  [part='follow-up'] {
    grid-area: 2 / 2;
    display: flex;
    align-items: center;
    gap: 0.5em;
    align-self: center;
    /* Two lines, or as many as needed if a visitor increases the line spacing. */
    max-block-size: max(2.5em, (1lh - 1.25em) * 99);
  }

  [part='follow-up'] button {
    all: unset;
    min-block-size: 44px;
    min-inline-size: 44px;
    margin-block: -6px;
    line-height: 1.1;
    text-align: end;
    text-decoration: underline;
  }

  /* Next to a long text, it also has no more lines than the foot. */
  @container (inline-size >= 13lh) {
    [part='follow-up'] [part='change'] {
      min-inline-size: 5.5em;
    }
  }

  svg {
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  /* Wide enough to press, but at the text no wider than its icon. */
  [part='more'] {
    margin-inline-start: -0.75em;
  }

  [part='more'] svg {
    inline-size: 1.5em;
    vertical-align: middle;
  }

  [part='icon'] {
    --_tone: var(--_muted);
    inline-size: 1.2em;
    margin-block: -0.2em;
    margin-inline-end: 0.35em;
    stroke: var(--_tone);
  }

  [part='answer'] [part='icon'] {
    box-sizing: border-box;
    inline-size: 2em;
    margin: 0;
    padding: 0.375em;
    border: 1px solid transparent;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_tone) 14%, var(--_surface));
  }

  .good {
    --_tone: var(--rewards-good, light-dark(#0f7a45, #6ee7a8));
  }

  .stop {
    --_tone: var(--_bad);
  }

  [id='answer'] .good {
    background: var(--_tone);
    stroke: var(--_surface);
    padding: 0.3em;
  }

  @media (forced-colors: active) {
    [part='status'] [part='icon'] {
      border-color: currentcolor;
      background: none;
      stroke: currentcolor;
    }
  }

  :host(:state(submitting)) [part~='button']::before {
    content: '';
    position: absolute;
    inline-size: 0.75em;
    aspect-ratio: 1;
    margin-block-start: 0.125em;
    margin-inline-start: -1.5em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
  }

  @container (inline-size < 13lh) {
    /* If the text has the full width, there is no room next to it. */
    :host(:state(submitting)) [part~='button'] {
      position: relative;
    }

    :host(:state(submitting)) [part~='button']::before {
      inset-block-start: calc(50% - 0.5em);
      inset-inline-start: 0;
      margin: 0;
    }

    @media (forced-colors: none) {
      :host(:state(submitting)) [part~='button'] {
        color: transparent;
      }

      :host(:state(submitting)) [part~='button']::before {
        inset-inline-start: calc(50% - 0.5em);
        color: var(--_on);
      }
    }

    [part='answer'] h3 {
      --_lines: 3;
      font-size: 0.9375em;
      line-height: 0.86lh;
    }

    [part='text'] {
      --_lines: 4;
      align-self: start;
    }

    [part='result']:has([part='countdown']) [part='text'] {
      --_lines: 3;
    }

    [part='follow-up'] {
      max-block-size: 4.6lh;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    :host(:state(submitting)) [part~='button']::before {
      animation: turn 0.8s linear infinite;
    }

    [part='icon'] {
      animation: pop 0.25s ease-out;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @keyframes pop {
    from {
      scale: 0.6;
      opacity: 0;
    }
  }
`;
