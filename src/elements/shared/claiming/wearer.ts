import type { CSSResult } from 'lit';

/** An element that is drawn, with what it wears from the start. */
export interface Wearer {
  readonly constructor: { readonly elementStyles: readonly (CSSResult | CSSStyleSheet)[] };
  readonly renderRoot: ShadowRoot;
}
