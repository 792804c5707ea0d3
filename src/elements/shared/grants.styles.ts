import { css } from 'lit';

/** A line of their own for grants that seldom fit beside the title, there before it is known what they are. */
export const grantsStyles = css`
  [part='grants'] {
    flex-basis: 100%;
    justify-content: start;
    min-block-size: 1.7em;
  }
`;
