import type { Pipeline } from './pipeline.ts';
import type { PostgresField } from './protocol.ts';

/** The part of a `pg` pool that the ledger uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on(event: 'acquire' | 'remove', listener: (client: PostgresClient) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** The part of a `pg` client that the ledger uses. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult | PostgresResult[]>;
  query(pipeline: Pipeline): unknown;
  release(broken?: boolean): void;
  on(event: 'error', listener: () => void): unknown;
  readonly connection?: { readonly stream: { destroy(): unknown } };
}

export interface PostgresResult {
  rows: Record<string, unknown>[];
  fields: PostgresField[];
}
