import { html } from 'lit';

/** The face of the community's bot. */
export const lighthouse = html`
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path class="glow" d="M16 11 30 6v10zM16 11 2 6v10z" />
    <path class="tower" d="M13 12h6l2 14H11z" />
    <path class="band" d="m12.6 15.5-.4 3.5h7.6l-.4-3.5zM12.5 8 16 5l3.5 3z" />
    <path class="lamp" d="M13.5 8h5v4h-5z" />
  </svg>
`;
