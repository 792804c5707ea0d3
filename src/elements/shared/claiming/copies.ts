import type { CSSResult } from 'lit';
import type { StyledElement } from './styled-element.ts';

type Style = CSSResult | CSSStyleSheet;

/** Copies of sheets for each document other than the script's own. */
const made = new WeakMap<Document, Map<Style, CSSStyleSheet>>();

/** Gives the element the styles of its class and these ones, as sheets of its current document. A document without a window needs none. */
export function adopt({ constructor, renderRoot }: StyledElement, styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets, ownerDocument } = renderRoot;
  const { defaultView } = ownerDocument;
  if (!defaultView) return;
  const sheets = made.get(ownerDocument) ?? new Map<Style, CSSStyleSheet>();
  made.set(ownerDocument, sheets);
  for (const style of [...constructor.elementStyles, ...styles]) {
    const sheet = ownerDocument === document ? ownSheet(style) : (sheets.get(style) ?? copy(style, defaultView));
    if (!sheet) continue;
    sheets.set(style, sheet);
    if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  }
}

const ownSheet = (style: Style) => (style instanceof CSSStyleSheet ? style : style.styleSheet);

function copy(style: Style, view: typeof globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync('cssText' in style ? style.cssText : Array.from(style.cssRules, (rule) => rule.cssText).join('\n'));
  return sheet;
}
