/** An event with a valid signature, as the config's functions get it. */
export interface IncomingEvent {
  /** The name of the source in the config. */
  source: string;
  /** The event's id within its source. It stays the same if the event is sent again. */
  id: string;
  /** The kind of event, such as `orders/paid`; null if the sender does not give one. GitHub and Shopify send it in a header that they do not sign. */
  type: string | null;
  /** The message as parsed JSON. */
  body: unknown;
}
