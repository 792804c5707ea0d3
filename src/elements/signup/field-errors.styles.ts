import { css } from 'lit';

/** The error of a field that a sign-up draws, next to its label or below it. */
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
    overflow-x: clip;
    text-overflow: ellipsis;
  }

  [id$='-error'] {
    font-weight: 700;
    white-space: nowrap;
  }

  /* Below the label, which may need the whole line, in the room between two fields: nothing moves. */
  .line [part='error'] {
    position: absolute;
    inset-block-start: calc(100% - 0.125em);
    inset-inline: 2.375em 0;
    font-size: max(0.75em, 10px);
    line-height: 1;
  }
`;
