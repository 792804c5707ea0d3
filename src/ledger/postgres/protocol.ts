/** The part of a `pg` client's connection that sends messages of the protocol. Its types ask for `more`, which it ignores. */
export interface PostgresConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string; types: [] }, more: boolean): void;
  bind(statement: { statement: string; values: (string | null)[] }, more: boolean): void;
  describe(portal: { type: 'P' }, more: boolean): void;
  execute(portal: { portal: string }, more: boolean): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): unknown;
  off(event: 'parseComplete', listener: () => void): unknown;
}

export interface PostgresField {
  name: string;
  dataTypeID: number;
}
