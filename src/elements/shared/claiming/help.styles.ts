import { css } from 'lit';

/** The steps to find one's member id, with their pictures. */
export const helpStyles = css`
  h3 {
    margin: 0;
  }

  ol {
    display: grid;
    gap: 0.75em;
    margin: 0.75em 0 0.5em;
    padding-inline-start: 1.5em;
  }

  ol li {
    font-size: 1em;
  }

  /* The number as a list marker would be a separate line above the picture. */
  ol li::before {
    content: none;
  }

  .picture {
    display: block;
    inline-size: 9em;
    max-inline-size: 100%;
    margin-block-end: 0.25em;
    fill: none;
    stroke: none;
  }

  .sheet {
    fill: color-mix(in srgb, var(--_text) 5%, var(--_surface));
    stroke: var(--_line);
  }

  .chosen {
    fill: color-mix(in srgb, var(--_accent) 18%, var(--_surface));
  }

  .on {
    fill: var(--_accent);
  }

  .knob,
  .pointer {
    fill: var(--_surface);
  }

  .faint {
    fill: var(--_line);
  }

  .words {
    stroke: var(--_muted);
    stroke-width: 4;
    stroke-linecap: round;
  }

  .pointer,
  .stroke {
    stroke: var(--_text);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
`;
