/** A limit, because anybody may come under any number of names. */
const MAX_CLIENTS = 1_000;

/** A set of clients. If there are too many, all are forgotten. An unknown client (null) is never in it. */
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
