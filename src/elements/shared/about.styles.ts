import { css } from 'lit';

/** What a claim is about, in lines that there is room for before it is known. */
export const aboutStyles = css`
  [part='about'] {
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    gap: 0 0.35em;
    min-block-size: 2.5em;
    color: var(--_muted);
    font-size: 0.8125em;
  }

  [part='about'] ul {
    display: contents;
  }

  [part~='grant'] {
    color: var(--_accent);
    font-weight: 700;
  }

  :is([part~='grant'], [part='fact']) + *::before {
    content: '· ';
  }

  @container (inline-size < 15.75em) {
    [part='about'] {
      min-block-size: 6.25em;
    }
  }
`;
