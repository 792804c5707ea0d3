import { html, type TemplateResult } from 'lit';

const PATHS = {
  overview: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  waiting: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4L15 13h5',
  claims: 'M5 6h14M5 12h14M5 18h9',
  give: 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7c-3 0-5-1-5-3s4-2 5 3c1-5 5-5 5-3s-2 3-5 3',
  health: 'M3 12h4l3-7 4 14 3-7h4',
  audit: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.500l3 2',
  find: 'M11 4.500a6.500 6.500 0 100 13 6.500 6.500 0 000-13zM16 16l4 4',
  theme: 'M12 4a8 8 0 100 16zM12 4a8 8 0 110 16',
  ok: 'M5 12.500l4.500 4.500L19 7',
  warn: 'M12 5v8M12 18.500v.01',
  fail: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  leave: 'M10 4H5v16h5M10 12h9m-4-4l4 4-4 4',
};

export type IconName = keyof typeof PATHS;

/** The desk's own picture. */
export function brand(): TemplateResult {
  return html`<svg class="brand-mark" viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="10" />
    <path class="lines-of-text" d="M11 13h18M11 19h12" />
    <path class="double-line" d="M11 27h18M11 31h18" />
  </svg>`;
}

/** A picture beside what says the same in words. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** How something stands, as a coloured dot with its picture. */
export function dot(level: 'ok' | 'warn' | 'fail'): TemplateResult {
  return html`<span class="dot ${level}">${icon(level)}</span>`;
}
