/** An event whose signature holds, as the functions of the config see it. */
export interface IncomingEvent {
  /** The name of the source in the config. */
  source: string;
  /** What tells it from the source's other events, however often it is sent. */
  id: string;
  /**
   * What kind of event its sender says that it is, such as `orders/paid`; null if the sender does not say. GitHub and Shopify say so in a header, which
   * they do not sign.
   */
  type: string | null;
  /** What was sent, as JSON. */
  body: unknown;
}
