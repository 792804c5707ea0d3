import type { CSSResult } from 'lit';

/** An element with a shadow root. `elementStyles` are those of its class. */
export interface StyledElement {
  readonly constructor: { readonly elementStyles: readonly (CSSResult | CSSStyleSheet)[] };
  readonly renderRoot: ShadowRoot;
}
