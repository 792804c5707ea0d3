import type { CSSResult } from 'lit';
import { loadPart } from '../../client/load-part.ts';
import type { Wearer } from './wearer.ts';

/**
 * Has an element wear these styles, and its own, where it does not yet. To be called again at times: a browser takes all sheets
 * from an element that moves to another document, as to a frame's, where it can wear none that were made in this one.
 */
export function wear(wearer: Wearer, ...styles: CSSResult[]): void {
  const { adoptedStyleSheets: sheets, ownerDocument } = wearer.renderRoot;
  if (ownerDocument !== document || sheets.length === 0) {
    void loadPart(() => import('./dress.ts')).then(
      ({ dress }) => dress(wearer, styles),
      () => {},
    );
    return;
  }
  for (const { styleSheet } of styles) if (styleSheet && !sheets.includes(styleSheet)) sheets.push(styleSheet);
}
