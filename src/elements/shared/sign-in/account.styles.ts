import { css } from 'lit';

/** The line that says who is signed in, or lets the visitor sign in. It uses the room that is kept for messages. */
export const accountStyles = css`
  [part='result'] {
    grid-template-rows: 1fr auto;
  }

  [part='account'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0 0.5em;
  }

  [part='account'] button {
    min-block-size: 2em;
    padding: 0 0.5em;
    background: none;
    color: var(--_accent);
    font-weight: inherit;
    text-decoration: underline;
    pointer-events: auto;
  }

  /* A button's own colour is made for the face that it has not. */
  @media (forced-colors: active) {
    [part='account'] button {
      color: LinkText;
    }
  }
`;
