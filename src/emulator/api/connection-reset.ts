/**
 * Thrown by `fetch` where the caller should see a connection that breaks without a reply: a web handler has no socket to
 * reset. A listener that serves the emulator destroys the socket when the handler rejects or a body's stream fails.
 */
export class ConnectionReset extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionReset';
  }
}
