/* Stands in for Lit's module of this name. Every browser that the widgets need can adopt style sheets. */

/** A text as style sheet, made when it is first asked for. */
export class CSSResult {
  readonly cssText: string;
  #styleSheet: CSSStyleSheet | undefined;

  constructor(cssText: string) {
    this.cssText = cssText;
  }

  get styleSheet(): CSSStyleSheet {
    if (!this.#styleSheet) (this.#styleSheet = new CSSStyleSheet()).replaceSync(this.cssText);
    return this.#styleSheet;
  }
}

export const unsafeCSS = (cssText: string): CSSResult => new CSSResult(cssText);

export const getCompatibleStyle = (style: CSSResult): CSSResult => style;

export function adoptStyles(root: ShadowRoot, styles: CSSResult[]): void {
  root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet);
}

export const supportsAdoptingStyleSheets = true;

/** What Lit passes on, and nothing here uses: see `compact-templates.ts`. */
export const css: unknown = undefined;
