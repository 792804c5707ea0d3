import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import type { ServiceCall } from '../service/call-service.ts';
import type { OnchainCall } from './check-onchain.ts';

/** A call of a ledger's method, `[method, ...args]`, of the ledger by that name; or of the service; or of a chain. */
export type Call =
  | { ledger: string; call: [keyof Ledger, ...unknown[]] }
  | { service: ServiceCall }
  | { onchain: OnchainCall };

/** What a call came to. `code` is a `LedgerError`'s; null for any other error. */
export type Answer = { value?: unknown } | { error: { message: string; code: string | null } };

export async function answerWith(result: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json({ value: await result() } satisfies Answer);
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof LedgerError ? error.code : null;
    return Response.json({ error: { message, code } } satisfies Answer);
  }
}

export function callLedger(ledger: Ledger, [method, ...args]: [keyof Ledger, ...unknown[]]): Promise<unknown> {
  return Reflect.apply(ledger[method], ledger, args) as Promise<unknown>;
}
