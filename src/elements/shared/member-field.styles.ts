import { css } from 'lit';

/** The field for a member id. */
export const memberFieldStyles = css`
  [part='label'] {
    font-weight: 600;
  }

  [part='input'] {
    inline-size: 100%;
    margin-block: 0.25em;
    border-color: var(--_muted);
    background: none;
    color: inherit;
    font-weight: inherit;
  }

  /* Room for two lines: an error is longer than the hint that it takes the place of. */
  #hint {
    min-block-size: 2.5em;
    line-height: 1.25;
  }

  [part='remember'],
  summary {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 44px;
  }

  summary {
    color: var(--_accent);
    text-decoration: underline;
  }

  [type='checkbox'] {
    inline-size: 1.5em;
    aspect-ratio: 1;
    margin: 0;
    accent-color: var(--_accent);
  }
`;
