import { css } from 'lit';

/** The field for a member id. */
export const memberFieldStyles = css`
  [part='label'] {
    font-weight: 600;
  }

  #member {
    inline-size: 100%;
    margin-block: 0.25em;
    border-color: color-mix(in srgb, var(--_text) 60%, var(--_surface));
    background: none;
    color: inherit;
  }

  #hint,
  details,
  [part='remember'] {
    font-size: 0.875em;
  }

  [part='remember'],
  summary {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 44px;
    cursor: pointer;
  }

  summary {
    color: var(--_accent);
    text-decoration: underline;
  }

  [type] {
    inline-size: 1.5em;
    aspect-ratio: 1;
    margin: 0;
    accent-color: var(--_accent);
  }
`;
