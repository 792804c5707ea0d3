import { css } from 'lit';

/** What a claim is about, in lines; each element has room for some before it is known. */
export const aboutStyles = css`
  [part='about'] {
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    gap: 0 0.75em;
    position: relative;
    overflow-x: clip;
    color: var(--_muted);
    font-size: 0.8125em;
  }

  [part='about'] ul {
    display: contents;
  }

  /* It hangs in the gap: at the beginning of a line that is beyond the edge, where it is not seen. */
  :is([part~='grant'], [part='fact']) + *::before {
    content: '·' / '';
    position: absolute;
    text-indent: -0.5em;
  }
`;
