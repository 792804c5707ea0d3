import { css } from 'lit';

/**
 * Colours, type and rows of every widget: head, stage, act, foot. Alternating contents of a row share one cell, which has its full height from the
 * first paint on. The page may style the host freely: everything important is set on the card. What holds lines of text is as high as so many `lh`, which
 * follows the letters where a browser makes them larger; `em` does not.
 */
export const baseStyles = css`
  :host {
    display: block;
    max-inline-size: 28em;
  }

  /* The width if the page lets the content decide, as in a dialog: a word space as wide as the card, which wraps if there is less room. */
  :host::before {
    content: '. .' / '';
    display: block;
    overflow: clip;
    block-size: 0;
    word-spacing: 28em;
    white-space: normal;
  }

  :host([hidden]),
  p:empty {
    display: none;
  }

  /* A left-to-right mark: on a page in the other direction, the sign of the number would be moved behind it. Other marks override it. */
  li:where(:dir(rtl))::before {
    content: '\u200E' / '';
  }

  section {
    --_accent: var(--rewards-accent, light-dark(#4338ca, #a5b4fc));
    --_on: var(--rewards-on-accent, light-dark(#fff, #1e1b4b));
    --_surface: var(--rewards-surface, light-dark(#fff, #1c1d24));
    --_text: var(--rewards-text, light-dark(#1c1d26, #eceef5));
    --_line: var(--rewards-border, color-mix(in srgb, var(--_text) 16%, var(--_surface)));
    --_muted: color-mix(in srgb, var(--_text) 72%, var(--_surface));
    --_gap: var(--rewards-gap, 1em);
    --_radius: var(--rewards-radius, 1em);
    container-type: inline-size;
    contain-intrinsic-inline-size: 10em;
    box-shadow: var(--rewards-shadow, 0 0.25em 1em #0001);
    padding: calc(var(--_gap) * 0.8125) min(var(--_gap) * 0.875, 5%);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    /* So that what is light on the accent, or on a dark card, can also be read on paper. */
    -webkit-print-color-adjust: exact;
    print-color-adjust: exact;
    color: var(--_text);
    font-family: var(--rewards-font);
    line-height: 1.25;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  @media (prefers-contrast: more) {
    section {
      --_line: var(--_muted);
      --_muted: color-mix(in srgb, var(--_text) 88%, var(--_surface));
    }
  }

  /* What is hidden loses the focus, and with it the rest of what a visitor types. */
  [aria-busy='true']:not(:focus-within) > * {
    visibility: hidden;
  }

  h2,
  p,
  span,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    unicode-bidi: plaintext;
  }

  section:dir(rtl) {
    text-align: right;
  }

  [part='form'],
  [part='body'] {
    display: flex;
    flex-direction: column;
  }

  /* In a column that is narrower than a phone with the largest text, the text is smaller. */
  [part='form'] {
    gap: calc(var(--_gap) * 0.625);
    font-size: min(1em, 11.9cqi);
  }

  header,
  [part='foot'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) fit-content(55%);
    align-items: center;
    column-gap: 0.625em;
  }

  header {
    min-block-size: 1.5em;
  }

  h2 {
    font-size: 1.0625em;
  }

  h2 ~ * {
    grid-area: 1 / 2;
  }

  /* They have their line before they are loaded: below a title of several lines nothing moves for them. */
  [part='grants'] {
    min-block-size: 1lh;
    color: var(--_accent);
    font-weight: 700;
  }

  [part='stage'],
  [part~='button'],
  [part='input'] {
    min-block-size: max(2.75em, 44px);
  }

  /* Act and foot: the button, and below it two lines. */
  [part='body'] {
    row-gap: calc(var(--_gap) * 0.4375);
  }

  [part='foot'] {
    min-block-size: max(2.5em, 2lh);
    color: var(--_muted);
    font-size: 0.8125em;
  }

  [part='stage'] {
    align-content: center;
  }

  [part='note'] {
    align-self: start;
    grid-area: 1 / 1 / 2 / 3;
  }

  /* Only for screen readers: the field is visible. */
  form:not(.known) [part='remember'] ~ [part='note'],
  [part='result'] {
    position: absolute;
    clip-path: inset(50%);
  }

  [part~='button'],
  [part='input'] {
    box-sizing: border-box;
    padding: 0.25em 1em;
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) * 0.625);
    background: var(--_accent);
    color: var(--_on);
    font: inherit;
    font-weight: 700;
  }

  [aria-disabled='true'] {
    opacity: 0.6;
  }

  @container (inline-size < 13lh) {
    header {
      align-content: start;
      min-block-size: 2.2lh;
    }

    h2 ~ * {
      grid-area: 2 / 1;
    }

    [part='foot'] {
      min-block-size: 4.68lh;
    }

    /* With three lines as high as with one, and as the heading of a result that takes its place. */
    [part~='button'] {
      min-block-size: max(3.25lh, 44px);
      padding-block: 0;
      line-height: 1;
    }

    header,
    [part='foot'] {
      grid-template-columns: 1fr;
    }

    [part='note'] {
      overflow: hidden;
      max-block-size: 4.6lh;
    }
  }

  @container (inline-size < 8lh) {
    header {
      min-block-size: 3.2lh;
    }
  }
`;
