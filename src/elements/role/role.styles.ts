import { css } from 'lit';
import { baseStyles } from '../shared/base.styles.ts';
import { aboutStyles } from '../shared/about.styles.ts';
import { memberFieldStyles } from '../shared/member-field.styles.ts';

export const styles = [
  baseStyles,
  aboutStyles,
  memberFieldStyles,
  css`
    [part='about'] {
      align-content: center;
      min-block-size: 2lh;
    }

    h2 {
      display: flex;
      align-items: baseline;
    }

    h2::before {
      content: '';
      flex: none;
      inline-size: 0.75em;
      aspect-ratio: 1;
      margin-inline-end: 0.5em;
      border: 1px solid;
      border-radius: 50%;
      background-color: var(--_role, var(--_accent));
    }

    /* A card that asks for the id is as low as one that does not. */
    section:has([part='stage']) {
      --_gap: calc(var(--rewards-gap, 1em) * 0.8);
      padding-inline: min(var(--_gap) * 1.09375, 5%);
    }

    /*
     * Below the button, the description of the role alternates with the help for the field, which is visible while the visitor is at the card, or if
     * the id is wrong. Both can always be heard, and keep their place.
     */
    #hint ~ [part='note'] {
      position: static;
      clip-path: none;
    }

    #hint ~ [part='note'] [part='member'] {
      position: absolute;
      clip-path: inset(50%);
    }

    #hint ~ * [part='about'] {
      min-block-size: 0;
      font-size: 1em;
    }

    form:is(:focus-within, :has(#hint:not(:empty))) #hint ~ [part='note'],
    form:not(:focus-within) #hint:empty ~ :is([part='remember'], [part='help-summary']) {
      opacity: 0;
      pointer-events: none;
    }

    @container (inline-size < 13lh) {
      [part='about'] {
        min-block-size: 5lh;
      }

      section:has([part='stage']) [part='foot'] {
        min-block-size: 5.046lh;
      }

      #hint ~ [part='note'] {
        grid-area: 1 / 1 / 3 / 2;
        max-block-size: none;
      }
    }
  `,
];
