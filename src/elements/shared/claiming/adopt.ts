import type { CSSResult } from 'lit';
import { loadPart } from '../../client/load-part.ts';
import type { StyledElement } from './styled-element.ts';

/**
 * Adds the styles to the element, unless it has them. Call it again at each update: if an element moves to another document, such as a
 * frame's, the browser removes all of its sheets, and they cannot be used there. Then `copies.ts` makes copies for that document.
 */
export function adoptStyles(element: StyledElement, ...styles: CSSResult[]): void {
  const { adoptedStyleSheets: sheets, ownerDocument } = element.renderRoot;
  if (ownerDocument !== document || sheets.length === 0) {
    void loadPart(() => import('./copies.ts')).then(
      ({ adopt }) => adopt(element, styles),
      () => {},
    );
    return;
  }
  for (const { styleSheet } of styles) if (styleSheet && !sheets.includes(styleSheet)) sheets.push(styleSheet);
}
