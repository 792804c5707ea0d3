import { css } from 'lit';

/** The animation of a granted claim: the tick is drawn, the heading rises, and the streak's number changes. */
export const grantedStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    :host(:state(granted)) [part='icon'] path {
      stroke-dasharray: 20;
      animation: draw 0.5s 0.15s ease-out backwards;
    }

    :host(:state(granted)) :is([part='heading'], [part='count'] b) {
      animation: rise 0.5s ease-out;
    }

    [data-was]::before {
      content: attr(data-was);
      position: absolute;
      animation: leave 0.3s ease-in forwards;
    }
  }

  @keyframes draw {
    from {
      stroke-dashoffset: 20;
    }
  }

  @keyframes rise {
    from {
      translate: 0 0.75em;
      opacity: 0;
    }
  }

  @keyframes leave {
    to {
      translate: 0 -0.75em;
      opacity: 0;
    }
  }
`;
