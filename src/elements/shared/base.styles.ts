import { css } from 'lit';

/** Colours, type and controls of every widget. The page may restyle the host at will: what matters is set on the card. */
export const baseStyles = css`
  :host {
    display: block;
    max-inline-size: 28em;
  }

  :host([hidden]) {
    display: none;
  }

  section {
    --_accent: var(--rewards-accent, light-dark(#4338ca, #a5b4fc));
    --_surface: var(--rewards-surface, light-dark(#fff, #1c1d24));
    --_text: var(--rewards-text, light-dark(#1c1d26, #eceef5));
    --_line: var(--rewards-border, color-mix(in srgb, var(--_text) 16%, var(--_surface)));
    --_muted: color-mix(in srgb, var(--_text) 72%, var(--_surface));
    --_gap: var(--rewards-gap, 1em);
    --_radius: var(--rewards-radius, 1em);
    padding: calc(var(--_gap) * 1.5);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--rewards-shadow, 0 0.25em 1em #0001);
    color: var(--_text);
    font-family: var(--rewards-font);
    line-height: 1.5;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  [aria-busy='true'] > * {
    visibility: hidden;
  }

  h2,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    unicode-bidi: plaintext;
  }

  h2 {
    font-size: 1.25em;
  }

  p {
    color: var(--_muted);
  }

  section:dir(rtl) {
    text-align: right;
  }

  header,
  ul {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25em 0.5em;
  }

  header p {
    flex-basis: 100%;
    min-block-size: 1.5em;
  }

  [part~='grant'] {
    padding: 0.125em 0.75em;
    border: 1px solid transparent;
    border-radius: 1em;
    background: color-mix(in srgb, var(--_accent) 14%, var(--_surface));
    font-weight: 600;
  }

  li,
  details,
  #hint {
    font-size: 0.875em;
  }

  form,
  [part='body'],
  [part='result'] {
    display: flex;
    flex-flow: column;
  }

  [part='body'] {
    position: relative;
    min-block-size: var(--rewards-body-size, 12em);
    margin-block-start: var(--_gap);
  }

  form {
    flex-grow: 1;
    justify-content: center;
    gap: var(--_gap);
    padding-block-end: 2em;
  }

  /* Lies over the form from the beginning, so that nothing moves when it has something to say. */
  [part='result'] {
    position: absolute;
    inset: 0;
    text-align: center;
    pointer-events: none;
  }

  [part='status'] {
    flex-grow: 1;
    align-content: end;
  }

  button,
  [part='input'] {
    box-sizing: border-box;
    min-block-size: 44px;
    padding: 0.5em 1em;
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) * 0.625);
    background: var(--_accent);
    color: var(--rewards-on-accent, light-dark(#fff, #1e1b4b));
    font: inherit;
    font-weight: 600;
  }

  [aria-disabled='true'] {
    opacity: 0.6;
  }
`;
