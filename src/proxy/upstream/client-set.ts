/** Anybody may come under any number of names. */
const MAX_CLIENTS = 1_000;

/** Clients that are remembered for something; where they are too many, all are forgotten. Null, which is no client that is known, is never among them. */
export class ClientSet {
  readonly #clients = new Set<string>();

  has(client: string | null): boolean {
    return client !== null && this.#clients.has(client);
  }

  add(client: string | null): void {
    if (client === null) return;
    if (this.#clients.size >= MAX_CLIENTS) this.#clients.clear();
    this.#clients.add(client);
  }

  clear(): void {
    this.#clients.clear();
  }
}
