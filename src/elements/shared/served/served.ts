/** An element that a server drew. */
export interface ServedElement {
  readonly renderRoot: ShadowRoot;
  readonly localization: { readonly waits: boolean };
  requestUpdate(): void;
}

/** What a server drew of an element. */
export interface Served {
  /** The parts that it drew: they stay, so that nothing moves. */
  readonly parts: ReadonlySet<string>;
  /** Restores the visitor's input, open popovers and focus, once. */
  restore(): void;
}
