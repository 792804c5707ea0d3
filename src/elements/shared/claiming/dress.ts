import type { CSSResult } from 'lit';
import type { Wearer } from './wearer.ts';

type Style = CSSResult | CSSStyleSheet;

/** The sheets of each document but the script's own. */
const made = new WeakMap<Document, Map<Style, CSSStyleSheet>>();

/** Has an element wear what it does from the start, and these styles, in the document that it is in by now. One that nobody sees needs none. */
export function dress({ constructor, renderRoot }: Wearer, styles: readonly CSSResult[]): void {
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
