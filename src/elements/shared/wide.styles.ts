import { css } from 'lit';

/** A card that its page lets grow wide is half as high: head and stage at its start, the button and what stands below it at its end. */
export const wideStyles = css`
  @container (inline-size >= 38em) {
    [part='form'] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: calc(var(--_gap) * 1.5);
    }

    [part='body'] {
      grid-area: 1 / 2 / 3;
    }

    form > slot::slotted(*) {
      grid-column: 1 / 3;
    }
  }
`;
