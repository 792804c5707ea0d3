import { css } from 'lit';

/** What a claim is about, in lines. Each element keeps room for some of them before they are loaded. */
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

  /* The dot hangs in the gap: at the beginning of a line it is outside the edge, where it is not visible. */
  :is([part~='grant'], [part='fact']) + *::before {
    content: '·' / '';
    position: absolute;
    text-indent: -0.5em;
  }
`;
