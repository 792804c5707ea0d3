import { css } from 'lit';

/** An outcome in place of the form. */
export const outcomeStyles = css`
  /* What is said may be higher than the form, so both take part in the layout, one above the other. */
  [part='body']:has(> form[inert]) {
    display: grid;
    grid-template-rows: auto 1fr;
  }

  /* Room for a message of more than one line. */
  :host(:state(invalid)) form:has(+ * [part='message']:not(:empty)) {
    padding-block-end: 5.5em;
  }

  form[inert] {
    grid-area: 2 / 1;
    visibility: hidden;
  }

  form[inert] + [part='result'] {
    grid-area: 1 / 1 / 3 / 2;
    position: static;
    align-items: center;
    line-height: 1.3;
    gap: 0.25em;
    pointer-events: auto;
  }

  /* What is free above the outcome is free below. The live region begins where it always does: its moving would count. */
  form[inert] + [part='result']::after {
    content: '';
    flex: 1 1 0;
  }

  form[inert] + [part='result'] [part='status'] {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    place-content: end center;
    align-items: center;
    align-self: stretch;
    gap: 0.125em 0.625em;
  }

  [part='text'] {
    flex-basis: 100%;
    font-size: 0.9375em;
    text-wrap: balance;
  }

  /* On a small phone long texts have to find room, in wide fonts too. */
  @media (width < 24em) {
    [part='text'] {
      font-size: 0.875em;
    }
  }

  h3 {
    max-inline-size: calc(100% - 2.625em);
    margin: 0;
    font-size: 1.125em;
    text-align: start;
    text-wrap: balance;
    unicode-bidi: plaintext;
  }

  .good + h3 {
    font-size: 1.25em;
  }

  /* Numbers may begin with an invisible mark from left to right, which must not turn the whole line round. */
  [dir='rtl'] h3 {
    unicode-bidi: isolate;
  }

  :is([part='streak'], [part='facts']):has(~ form[inert]) {
    grid-area: 1 / 1;
    visibility: hidden;
  }

  /* What is about the streak leaves it on show. */
  :host(:is(:state(granted), :state(claimed))) [part='streak'] {
    visibility: visible;
  }

  :host(:is(:state(granted), :state(claimed))) [part='streak'] ~ [part='result'] [part='status'] {
    padding-block-start: 4.75em;
  }

  [part='reference'] {
    font-size: 0.875em;
  }

  /* So much as one can read out is seen; what is copied is all of it. */
  [part='id'] {
    user-select: all;
  }

  [part='id'] span {
    font-size: 0;
  }

  [part='countdown'] {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  [part='icon'] {
    --_tone: var(--_muted);
    box-sizing: border-box;
    flex: none;
    inline-size: 2.25em;
    padding: 0.375em;
    border: 1px solid transparent;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_tone) 14%, var(--_surface));
    fill: none;
    stroke: var(--_tone);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  @media (forced-colors: active) {
    svg[part='icon'] {
      stroke: currentcolor;
    }
  }

  .good {
    --_tone: var(--rewards-good, light-dark(#0f7a45, #6ee7a8));
  }

  .stop {
    --_tone: var(--_bad);
  }

  :host([compact]) form[inert] + [part='result'],
  :host([compact]) form[inert] + [part='result'] [part='status'] {
    place-content: start;
    align-items: start;
    text-align: start;
    padding: 0;
  }

  :host([compact]) form[inert] + [part='result'] [part='status'] {
    align-items: center;
  }

  :host([compact]) [part='message'] {
    position: absolute;
    clip-path: inset(50%);
  }

  :host([compact]:state(invalid)) [part='message'] {
    position: static;
    clip-path: none;
  }

  :host([compact]) form[inert] {
    display: none;
  }

  :host([compact]:not(:state(invalid))) [part='field'] {
    display: none;
  }

  button[part='retry'],
  button[part='change'] {
    border-color: var(--_line);
    background: none;
    color: inherit;
  }

  form [aria-disabled='true']::before {
    content: '';
    position: absolute;
    inline-size: 0.75em;
    aspect-ratio: 1;
    margin-block-start: 0.25em;
    margin-inline-start: -1.375em;
    border: 2px solid;
    border-block-start-color: transparent;
    border-radius: 50%;
  }

  @media (prefers-reduced-motion: no-preference) {
    form [aria-disabled='true']::before {
      animation: turn 0.8s linear infinite;
    }

    [part='icon'] {
      animation: pop 0.25s ease-out;
    }

    :host(:state(granted)) [part='status']::before {
      content: '';
      position: absolute;
      inline-size: 0.25em;
      aspect-ratio: 1;
      border-radius: 50%;
      color: var(--rewards-good, light-dark(#0f7a45, #6ee7a8));
      animation: burst 0.7s ease-out;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @keyframes burst {
    from {
      box-shadow:
        0 0 currentcolor,
        0 0 var(--_accent),
        0 0 currentcolor,
        0 0 var(--_accent),
        0 0 currentcolor,
        0 0 var(--_accent);
      opacity: 1;
    }

    to {
      box-shadow:
        3.25em 0 currentcolor,
        1.625em 2.75em var(--_accent),
        -1.625em 2.75em currentcolor,
        -3.25em 0 var(--_accent),
        -1.625em -2.75em currentcolor,
        1.625em -2.75em var(--_accent);
      opacity: 0;
    }
  }

  @keyframes pop {
    from {
      scale: 0.6;
      opacity: 0;
    }
  }
`;
