import { html, svg } from 'lit';

/** The name that the bot goes by. */
export const BOT = 'Beacon';

const LAMP = svg`
  <rect width="32" height="32" fill="#1d4d5e" />
  <path d="M16 11 30 6v10zM16 11 2 6v10z" fill="#ffd98a" opacity=".55" />
  <path d="M13 12h6l2 14H11z" fill="#f4efe4" />
  <path d="m12.6 15.5-.4 3.5h7.6l-.4-3.5zM12.5 8 16 5l3.5 3z" fill="#c8563b" />
  <path d="M13.5 8h5v4h-5z" fill="#ffd98a" />
`;

export const botPortrait = html`<svg class="portrait" viewBox="0 0 32 32" aria-hidden="true">${LAMP}</svg>`;
