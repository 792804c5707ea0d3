import { css } from 'lit';

/** An outcome in place of the form. */
export const outcomeStyles = css`
  section {
    --_bad: var(--rewards-bad, light-dark(#b42318, #ffa198));
  }

  [part='error'],
  [aria-invalid='true'] {
    border-color: var(--_bad);
    color: var(--_bad);
  }

  form[inert] {
    visibility: hidden;
  }

  form[inert] + [part='result'] {
    align-content: center;
    justify-items: center;
    gap: 0.5em;
    pointer-events: auto;
  }

  form[inert] + [part='result'] [part='status'] {
    display: grid;
    justify-items: center;
    gap: 0.375em;
  }

  h3 {
    margin: 0;
    font-size: 1.375em;
    line-height: 1.3;
    unicode-bidi: plaintext;
  }

  [part='reference'] {
    font-size: 0.875em;
  }

  [part='countdown'] {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  svg[part='icon'] {
    --_tone: var(--_muted);
    box-sizing: border-box;
    inline-size: 2.75em;
    padding: 0.5em;
    border: 1px solid transparent;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_tone) 14%, var(--_surface));
    fill: none;
    stroke: var(--_tone);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .good {
    --_tone: var(--rewards-good, light-dark(#0f7a45, #6ee7a8));
  }

  .stop {
    --_tone: var(--_bad);
  }

  button[part='retry'],
  button[part='change'] {
    border-color: var(--_line);
    background: none;
    color: inherit;
  }

  form [aria-disabled='true']::before {
    content: '';
    display: inline-block;
    inline-size: 0.75em;
    aspect-ratio: 1;
    margin-inline-end: 0.5em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
  }

  @media (prefers-reduced-motion: no-preference) {
    form [aria-disabled='true']::before {
      animation: turn 0.8s linear infinite;
    }

    svg[part='icon'] {
      animation: pop 0.25s ease-out;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @keyframes pop {
    from {
      scale: 0.6;
      opacity: 0;
    }
  }
`;
