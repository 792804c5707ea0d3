import { css } from 'lit';

/** The error of a field that a sign-up draws, next to its label. */
export const fieldErrorsStyles = css`
  .caption {
    display: flex;
    gap: 0.5em;
  }

  .caption label {
    flex: none;
    max-inline-size: 50%;
  }

  .caption *,
  .line [part='error'] {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  [id$='-error'] {
    font-weight: 700;
    white-space: nowrap;
  }

  .line {
    display: grid;
    grid-template-columns: minmax(0, auto) minmax(0, 1fr);
    align-items: center;
  }

  .line [part='error'] {
    font-size: 0.75em;
    text-align: end;
  }
`;
