import { css } from 'lit';

/** The field for a member id. */
export const memberFieldStyles = css`
  /* Below 16 pixels phones zoom in. An id of 20 digits always fits, in text as small as can still be read. */
  [part='field'] {
    position: relative;
    font-size: clamp(12px, max(1em, 16px), 7cqi);
  }

  /* The label is inside, in a line that is as high however large a browser makes the letters: they reach out of it on both sides. */
  .caption {
    position: absolute;
    inset: 0.5em 0.85em auto;
    overflow-x: clip;
    color: var(--_muted);
    font-size: max(0.75em, 10px);
    line-height: 1.2em;
    text-overflow: ellipsis;
    white-space: nowrap;
    pointer-events: none;
  }

  [part='input'] {
    display: block;
    inline-size: 100%;
    padding: 0.9lh 0.625em 0;
    border-color: var(--_muted);
    background: none;
    color: inherit;
    font-weight: inherit;
  }

  ::placeholder {
    color: var(--_muted);
    font-size: min(1em, 5.6cqi);
    letter-spacing: 0;
    opacity: 1;
  }

  #hint,
  [part='remember'] {
    grid-area: 1 / 1;
  }

  [part='help-summary'] {
    all: unset;
    grid-area: 1 / 2;
    text-align: end;
    text-decoration: underline;
  }

  [part='remember'],
  [part='help-summary'] {
    display: flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 44px;
    margin-block: -6px;
  }

  [type='checkbox'] {
    flex: none;
    inline-size: 1.5em;
    aspect-ratio: 1;
    margin: 0;
    accent-color: var(--_accent);
  }

  @container (inline-size < 13lh) {
    [part='help-summary'] {
      grid-area: 2 / 1;
      text-align: start;
    }

    [part='remember'],
    [part='help-summary'] {
      margin-block: -3px;
    }
  }
`;
