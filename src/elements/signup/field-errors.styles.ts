import { css } from 'lit';

/** What is wrong with a field that a sign-up draws, beside its label. */
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

  /* Lies over what stands above, so that nothing moves; the ear has it from the line itself. */
  [data-error]:focus-within::after {
    content: attr(data-error) / '';
    position: absolute;
    z-index: 1;
    inset: auto 0 calc(100% + 0.5em);
    padding: 0.5em 0.75em;
    border: 1px solid var(--_bad);
    border-radius: calc(var(--_radius) * 0.625);
    background: var(--_surface);
    box-shadow: 0 0.25em 1em #0003;
    color: var(--_bad);
    font-size: 0.8125em;
    font-weight: 700;
    unicode-bidi: plaintext;
  }

  .line {
    flex-direction: row;
    align-items: center;
  }

  .line [part='error'] {
    flex: 1;
    font-size: 0.75em;
    text-align: end;
  }
`;
